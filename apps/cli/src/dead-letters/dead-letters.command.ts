import { deadLetterReasons, stagedClasses } from "@rewards/domain";
import type { Command } from "commander";
import { CommandError } from "../error.ts";
import { databaseHelp } from "../help.ts";
import type { ProgramOptions } from "../program.ts";
import { addTerminalOptions, openTerminal, type TerminalOptions } from "../terminal.ts";
import { discard } from "./dead-letters.discard.ts";
import { type ListOptions, list } from "./dead-letters.list.ts";
import { type ReplayOptions, replayAll, replayOne } from "./dead-letters.replay.ts";
import { show } from "./dead-letters.show.ts";

const idHelp = "ID of the record, such as SALE-..., as dead-letters list prints it";

const help = `
Reasons:
${Object.keys(deadLetterReasons)
  .map((reason) => `  ${reason}`)
  .join("\n")}
Classes: ${stagedClasses.join(", ")}`;

/** `rewards dead-letters`: see, replay and discard records that cannot be processed. Each call writes an audit row. */
export function addDeadLetters(program: Command, options: ProgramOptions): void {
  const deadLetters = program
    .command("dead-letters")
    .description("list, replay and discard records that cannot be processed")
    .addHelpText("afterAll", `${help}\n${databaseHelp}`);
  const add = (name: string, description: string) =>
    addTerminalOptions(deadLetters.command(name).description(description));
  add("list", "print the dead letters, and their number by class and reason")
    .option("--class <class>", "only this class")
    .option("--reason <code>", "only this reason")
    .option("--limit <rows>", "at most this many (default: 100)")
    .option("--cursor <ID>", "continue after this ID")
    .action((given: TerminalOptions & ListOptions) => list(given, openTerminal(options, given)));
  add("show", "print a dead letter, its record and its audit trail")
    .argument("<ID>", idHelp)
    .action((id: string, given: TerminalOptions) => show(id, openTerminal(options, given)));
  add("replay", "make one dead letter pending again, or all of one reason at a given pace")
    .argument("[ID]", idHelp)
    .option("--reason <code>", "all dead letters of this reason, instead of one ID")
    .option("--class <class>", "only this class")
    .option("--per-second <count>", "at most this many a second (default: 50)")
    .action((id: string | undefined, given: TerminalOptions & ReplayOptions) => {
      if ((id === undefined) === (given.reason === undefined))
        throw new CommandError("Name an ID, or --reason <code>.");
      const terminal = openTerminal(options, given);
      return id === undefined ? replayAll(given, terminal) : replayOne(id, terminal);
    });
  add("discard", "reject a dead letter, or a sale that waits for its member or store")
    .argument("<ID>", idHelp)
    .requiredOption("--reason <text>", "why, in words; the record's ConfirmationNote shows it")
    .action((id: string, given: TerminalOptions & { reason: string }) =>
      discard(id, given.reason, openTerminal(options, given)),
    );
}
