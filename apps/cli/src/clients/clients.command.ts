import { allRights, isActor, unnamedActor } from "@rewards/domain";
import type { Command } from "commander";
import { chooseDatabase } from "../database.ts";
import { plainOf, wrap } from "../format.ts";
import { databaseHelp } from "../help.ts";
import type { ProgramOptions } from "../program.ts";
import { type CreateOptions, create } from "./clients.create.ts";
import { list } from "./clients.list.ts";
import { revoke } from "./clients.revoke.ts";
import { type RotateOptions, rotate } from "./clients.rotate.ts";
import type { Terminal } from "./clients.terminal.ts";

const help = `
A client is a caller with a credential: a till, an app, an integration. An API
with AUTH=required takes changes within two seconds.

Rights, separated by spaces; * as the last part stands for all (view:*):
${wrap(allRights.join(" "), "  ").join("\n")}
${databaseHelp}`;

interface CommonOptions {
  readonly json?: true;
}

/** `rewards clients`: who may call. Each change writes an audit row. */
export function addClients(program: Command, options: ProgramOptions): void {
  const clients = program
    .command("clients")
    .description("create, list, rotate and revoke clients, which call with a credential")
    .addHelpText("after", help);
  const add = (name: string, description: string) =>
    clients.command(name).description(description).option("--json", "print JSON");
  add("create", "create a client, and print its secret, which is shown only once")
    .requiredOption("--name <name>", "what the client is, for people")
    .requiredOption("--rights <list>", 'such as "sale:create view:*"')
    .option("--expires <time>", "when it ends, such as 2027-01-31T00:00:00Z (default: never)")
    .action((given: CommonOptions & CreateOptions) => create(given, terminalOf(options, given)));
  add("list", "print the clients, without their secrets").action((given: CommonOptions) =>
    list(terminalOf(options, given)),
  );
  add("rotate", "give a client a new secret; the one before stays valid for a while")
    .argument("<clientID>")
    .option("--keep-hours <hours>", "how long the one before stays valid (default: 24)")
    .action((id: string, given: CommonOptions & RotateOptions) => rotate(id, given, terminalOf(options, given)));
  add("revoke", "end a client for good")
    .argument("<clientID>")
    .action((id: string, given: CommonOptions) => revoke(id, terminalOf(options, given)));
}

function terminalOf({ env, print, user }: ProgramOptions, { json }: CommonOptions): Terminal {
  const actor = isActor(user) ? user : unnamedActor;
  return { choice: chooseDatabase(env), print: plainOf(print), isJson: json === true, actor };
}
