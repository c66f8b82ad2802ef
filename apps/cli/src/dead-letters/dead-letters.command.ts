import { deadLetterReasons, isActor, stagedClasses, unnamedActor } from "@rewards/domain";
import type { Command } from "commander";
import { chooseDatabase } from "../database.ts";
import { CommandError } from "../error.ts";
import { plainOf } from "../format.ts";
import { databaseHelp } from "../help.ts";
import type { ProgramOptions } from "../program.ts";
import { discard } from "./dead-letters.discard.ts";
import { type ListOptions, list } from "./dead-letters.list.ts";
import { type ReplayOptions, replayAll, replayOne } from "./dead-letters.replay.ts";
import { show } from "./dead-letters.show.ts";
import type { Terminal } from "./dead-letters.terminal.ts";

const help = `
Reasons: ${Object.keys(deadLetterReasons).join(", ")}
Classes: ${stagedClasses.join(", ")}
${databaseHelp}`;

interface CommonOptions {
  readonly json?: true;
  readonly actor?: string;
}

/** `rewards dead-letters`: see, replay and discard records that cannot be processed. Each call leaves an audit row. */
export function addDeadLetters(program: Command, options: ProgramOptions): void {
  const deadLetters = program
    .command("dead-letters")
    .description("see, replay and discard records whose processing failed for good")
    .addHelpText("after", help);
  const add = (name: string, description: string) =>
    deadLetters
      .command(name)
      .description(description)
      .option("--json", "print JSON, as the operators' HTTP endpoint answers")
      .option("--actor <name>", "who does it, for the audit; the system's user where left out");
  add("list", "print the dead letters, and how many there are of each class and reason")
    .option("--class <class>", "of this class alone")
    .option("--reason <code>", "of this reason alone")
    .option("--limit <rows>", "at most so many (100)")
    .option("--cursor <ID>", "after this one: the page after")
    .action((given: CommonOptions & ListOptions) => list(given, terminalOf(options, given)));
  add("show", "print a dead letter, its record and what operators did with it")
    .argument("<ID>")
    .action((id: string, given: CommonOptions) => show(id, terminalOf(options, given)));
  add("replay", "make one dead letter pending again, or all of one reason at a pace")
    .argument("[ID]")
    .option("--reason <code>", "all of this reason, instead of one by its ID")
    .option("--class <class>", "of this class alone")
    .option("--per-second <count>", "at most so many a second (50)")
    .action((id: string | undefined, given: CommonOptions & ReplayOptions) => {
      if ((id === undefined) === (given.reason === undefined))
        throw new CommandError("Name an ID, or --reason <code>.");
      const terminal = terminalOf(options, given);
      return id === undefined ? replayAll(given, terminal) : replayOne(id, terminal);
    });
  add("discard", "give a dead letter up, or a sale that waits for its member or store")
    .argument("<ID>")
    .requiredOption("--reason <text>", "why, in words: it stands in the record's ConfirmationNote")
    .action((id: string, given: CommonOptions & { reason: string }) =>
      discard(id, given.reason, terminalOf(options, given)),
    );
}

function terminalOf({ env, print, user }: ProgramOptions, { json, actor }: CommonOptions): Terminal {
  if (actor !== undefined && !isActor(actor)) {
    throw new CommandError("--actor must be a name of at most 64 printable characters.");
  }
  const unnamed = isActor(user) ? user : unnamedActor;
  return { choice: chooseDatabase(env), print: plainOf(print), isJson: json === true, actor: actor ?? unnamed };
}
