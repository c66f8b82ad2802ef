import { createPersonalKeys } from "@rewards/db";
import { loadConfig } from "@rewards/runtime";
import type { Command } from "commander";
import { personalConfig } from "../config.ts";
import { databaseHelp } from "../help.ts";
import type { ProgramOptions } from "../program.ts";
import { addTerminalOptions, jsonLinesHelp, openTerminal, type TerminalOptions } from "../terminal.ts";
import { type EraseOptions, erase } from "./members.erase.ts";
import { exportRows } from "./members.export.ts";
import { rekey } from "./members.rekey.ts";

const keysHelp = `
If personal data is encrypted, set PERSONAL_DATA_KEYS as for the API
(docs/security.md).`;

/** `rewards members`: what the service holds about a person. Each call writes an audit row. */
export function addMembers(program: Command, options: ProgramOptions): void {
  const members = program
    .command("members")
    .description("export, erase or encrypt what the service holds about people")
    .addHelpText("afterAll", `${databaseHelp}\n${keysHelp}`);
  const add = (name: string, description: string, json?: string) =>
    addTerminalOptions(members.command(name).description(description), json);
  add("export", "print all rows about a person, each as a line of JSON", jsonLinesHelp)
    .requiredOption("--external-id <key>", "the member's ExternalID")
    .action((given: TerminalOptions & { externalId: string }) =>
      exportRows(given.externalId, openTerminal(options, given), readKeys(options)),
    );
  add("erase", "erase people for good; balances and ledger stay")
    .option("--external-id <key...>", "the members' ExternalIDs")
    .option("--file <path>", "a file with an ExternalID in each line")
    .action((given: TerminalOptions & EraseOptions) => erase(given, openTerminal(options, given)));
  add("rekey", "store all personal data as PERSONAL_DATA_KEYS says: with its first key, or in clear").action(
    async (given: TerminalOptions) =>
      options.exitWith(await rekey(openTerminal(options, given), readKeys(options), options.progress)),
  );
}

const readKeys = ({ env }: ProgramOptions) => createPersonalKeys(loadConfig(personalConfig, env).PERSONAL_DATA_KEYS);
