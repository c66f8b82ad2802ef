import type { ClientDraft } from "@rewards/domain";
import type { Command } from "commander";
import { databaseHelp } from "../help.ts";
import type { ProgramOptions } from "../program.ts";
import { rightsHelp } from "../rights.ts";
import { addTerminalOptions, jsonHelp, openTerminal, type TerminalOptions } from "../terminal.ts";
import { create } from "./clients.create.ts";
import { type LimitOptions, limit } from "./clients.limit.ts";
import { list } from "./clients.list.ts";
import { revoke } from "./clients.revoke.ts";
import { type RotateOptions, rotate } from "./clients.rotate.ts";

const programmesHelp = "BusinessIDs of the only programmes that exist for it";
const storesHelp = "StoreCodes of the only stores that exist for it";
const adjustmentHelp = "the largest amount of one AddBalance";

const rightsExample = "view:*";
const clientIdHelp = "as clients list prints it";

const help = `
A client is a caller with a credential: a till, an app, an integration. An API
with AUTH=required takes changes within two seconds.`;

const listsHelp = `
Lists are separated by spaces: --stores "S-042 S-043". A code that contains a
space needs a JSON array: --stores '["Main Street","S-043"]'`;

/** `rewards clients`: who may call. Each change writes an audit row. */
export function addClients(program: Command, options: ProgramOptions): void {
  const clients = program
    .command("clients")
    .description("create, list, limit, rotate and revoke clients, which call with a credential")
    .addHelpText("after", `${help}\n${rightsHelp(rightsExample)}`)
    .addHelpText("afterAll", databaseHelp);
  const add = (name: string, description: string) => addTerminalOptions(clients.command(name).description(description));
  add("create", "create a client, and print its secret, which is shown only once")
    .requiredOption("--name <name>", "what the client is, for people")
    .requiredOption("--rights <list>", 'such as "sale:create view:*"')
    .option("--programmes <list>", `${programmesHelp} (default: all)`)
    .option("--stores <list>", `${storesHelp} (default: all)`)
    .option("--largest-adjustment <amount>", `${adjustmentHelp} (default: any)`)
    .option("--expires <time>", "when it ends, such as 2027-01-31T00:00:00Z (default: never)")
    .addHelpText("after", `${listsHelp}\n${rightsHelp(rightsExample)}`)
    .action((given: TerminalOptions & ClientDraft) => create(given, openTerminal(options, given)));
  clients
    .command("list")
    .description("print the clients, without their secrets")
    .option("--json", jsonHelp)
    .action((given: TerminalOptions) => list(openTerminal(options, given)));
  add("rotate", "give a client a new secret; the one before stays valid for a while")
    .argument("<clientID>", clientIdHelp)
    .option("--keep-hours <hours>", "how long the one before stays valid (default: 24)")
    .action((id: string, given: TerminalOptions & RotateOptions) => rotate(id, given, openTerminal(options, given)));
  add("limit", "change what a client is limited to; what is not named stays")
    .argument("<clientID>", clientIdHelp)
    .option("--programmes <list>", programmesHelp)
    .option("--no-programmes", "all programmes exist for it")
    .option("--stores <list>", storesHelp)
    .option("--no-stores", "all stores exist for it")
    .option("--largest-adjustment <amount>", adjustmentHelp)
    .option("--no-largest-adjustment", "AddBalance of any amount")
    .addHelpText("after", listsHelp)
    .action((id: string, given: TerminalOptions & LimitOptions) => limit(id, given, openTerminal(options, given)));
  add("revoke", "end a client for good")
    .argument("<clientID>", clientIdHelp)
    .action((id: string, given: TerminalOptions) => revoke(id, openTerminal(options, given)));
}
