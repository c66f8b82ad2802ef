import type { Command } from "commander";
import { databaseHelp } from "../help.ts";
import { keysHelp, readKeys } from "../keys.ts";
import type { ProgramOptions } from "../program.ts";
import { addTerminalOptions, jsonLinesHelp, openTerminal, type TerminalOptions } from "../terminal.ts";
import { type EraseOptions, erase } from "./members.erase.ts";
import { exportRows } from "./members.export.ts";
import { type RekeyOptions, rekey } from "./members.rekey.ts";

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
  add("rekey", "store all personal data as PERSONAL_DATA_KEYS says: with its first key, or in clear")
    .option(
      "--new-key",
      "also if no API has stored anything under the first key yet; compare it with the APIs' yourself",
    )
    .action(async (given: TerminalOptions & RekeyOptions) =>
      options.exitWith(await rekey(given, openTerminal(options, given), readKeys(options), options.progress)),
    );
}
