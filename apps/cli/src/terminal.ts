import { hostname } from "node:os";
import type { Author } from "@rewards/db";
import { isActor, unnamedActor } from "@rewards/domain";
import type { Command } from "commander";
import { chooseDatabase, type DatabaseChoice } from "./database.ts";
import { CommandError } from "./error.ts";
import { plainOf } from "./format.ts";
import type { ProgramOptions } from "./program.ts";

/** What audited commands work with. */
export interface Terminal {
  readonly choice: DatabaseChoice;
  readonly print: (line: string) => void;
  readonly isJson: boolean;
  /** The person at the terminal, for the audit. */
  readonly author: Author;
}

export interface TerminalOptions {
  readonly json?: true;
  readonly actor?: string;
}

/** The help of `--json` for commands that otherwise print a table or a sentence. */
export const jsonHelp = "print one JSON object";
/** The help of `--json` for exports, which are too large for one object. */
export const jsonLinesHelp = "no effect: it always prints one JSON object a line";

/** Adds the options of an audited command. */
export function addTerminalOptions(command: Command, json = jsonHelp): Command {
  return command.option("--json", json).option("--actor <name>", "your name in the audit (default: the system's user)");
}

/** @throws CommandError if the given name cannot be an actor. */
export function openTerminal({ env, print, user }: ProgramOptions, { json, actor }: TerminalOptions): Terminal {
  if (actor !== undefined && !isActor(actor))
    throw new CommandError("--actor must be a name of at most 64 printable characters.");
  const unnamed = isActor(user) ? user : unnamedActor;
  return {
    choice: chooseDatabase(env),
    print: plainOf(print),
    isJson: json === true,
    author: { actor: actor ?? unnamed, origin: hostname() },
  };
}
