import type { ClientDraft } from "@rewards/domain";
import type { Command } from "commander";
import { databaseHelp } from "../help.ts";
import type { ProgramOptions } from "../program.ts";
import { rightsHelp } from "../rights.ts";
import { addTerminalOptions, openTerminal, type TerminalOptions } from "../terminal.ts";
import { create } from "./clients.create.ts";
import { list } from "./clients.list.ts";
import { revoke } from "./clients.revoke.ts";
import { type RotateOptions, rotate } from "./clients.rotate.ts";

const help = `
A client is a caller with a credential: a till, an app, an integration. An API
with AUTH=required takes changes within two seconds.
${rightsHelp("view:*")}
${databaseHelp}`;

/** `rewards clients`: who may call. Each change writes an audit row. */
export function addClients(program: Command, options: ProgramOptions): void {
  const clients = program
    .command("clients")
    .description("create, list, rotate and revoke clients, which call with a credential")
    .addHelpText("after", help);
  const add = (name: string, description: string) => addTerminalOptions(clients.command(name).description(description));
  add("create", "create a client, and print its secret, which is shown only once")
    .requiredOption("--name <name>", "what the client is, for people")
    .requiredOption("--rights <list>", 'such as "sale:create view:*"')
    .option("--programmes <list>", "BusinessIDs of the only programmes that exist for it (default: all)")
    .option("--stores <list>", "StoreCodes of the only stores that exist for it (default: all)")
    .option("--largest-adjustment <amount>", "the largest amount of one AddBalance (default: any)")
    .option("--expires <time>", "when it ends, such as 2027-01-31T00:00:00Z (default: never)")
    .action((given: TerminalOptions & ClientDraft) => create(given, openTerminal(options, given)));
  add("list", "print the clients, without their secrets").action((given: TerminalOptions) =>
    list(openTerminal(options, given)),
  );
  add("rotate", "give a client a new secret; the one before stays valid for a while")
    .argument("<clientID>")
    .option("--keep-hours <hours>", "how long the one before stays valid (default: 24)")
    .action((id: string, given: TerminalOptions & RotateOptions) => rotate(id, given, openTerminal(options, given)));
  add("revoke", "end a client for good")
    .argument("<clientID>")
    .action((id: string, given: TerminalOptions) => revoke(id, openTerminal(options, given)));
}
