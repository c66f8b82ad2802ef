import { hostname } from "node:os";
import { ChangeRefusedError } from "@rewards/access";
import { type Author, createPersonalKeys, type Database, type PersonalKeys } from "@rewards/db";
import { isActor, timestampSchema, unnamedActor } from "@rewards/domain";
import { loadConfig } from "@rewards/runtime";
import { type Command, InvalidArgumentError } from "commander";
import { personalConfig } from "./config.ts";
import { withDatabase } from "./database.ts";
import { CommandError } from "./error.ts";
import { plainOf } from "./format.ts";

export interface ProgramOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder from which the command was run. */
  readonly folder: string;
  readonly print: (line: string) => void;
  /**
   * Writes output that is no line, and waits until it is on its way.
   * @returns whether somebody still reads.
   */
  readonly write: (output: string | Buffer) => boolean;
  /** The system's name of the person at the terminal, for the audit. */
  readonly user: string;
  /** Replaces the line that it showed before. Without a terminal it shows nothing. */
  readonly progress: (text: string) => void;
  /** Reads a password that is typed or piped in; see readSecret. */
  readonly readSecret: (prompt: string) => Promise<string>;
  /** Sets the exit code of a command that ends without an error. */
  readonly exitWith: (code: number) => void;
}

/** For every command that works on the database of a service. */
export const databaseHelp = `
Environment:
  DATABASE_URL  the database (default: that of the service that runs from this
                checkout, by npm start or npm run demo)
  DATA_DIR      the data folder of that service, if it is not .data`;

/** Explains PERSONAL_DATA_KEYS, for commands that read or write what is encrypted. */
export const keysHelp = `
If personal data is encrypted, set PERSONAL_DATA_KEYS as for the API
(docs/security.md).`;

/** What a command works with. */
export interface Terminal extends ProgramOptions {
  /** The person at the terminal, for the audit. */
  readonly author: Author;
  /** Prints `data` as one JSON object if `--json` is given, otherwise lines for people. */
  show(data: object, lines: string | readonly string[]): void;
}

interface TerminalOptions {
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
function openTerminal(options: ProgramOptions, { json, actor }: TerminalOptions): Terminal {
  if (actor !== undefined && !isActor(actor))
    throw new CommandError("--actor must be a name of at most 64 printable characters.");
  const unnamed = isActor(options.user) ? options.user : unnamedActor;
  const print = plainOf(options.print);
  return {
    ...options,
    print,
    author: { actor: actor ?? unnamed, origin: hostname() },
    show: (data, lines) => {
      for (const line of json ? [JSON.stringify(data, writeUnits)] : [lines].flat()) print(line);
    },
  };
}

/** Rates and points are bigints in units of 1/10,000. */
const writeUnits = (_: string, value: unknown) => (typeof value === "bigint" ? String(Number(value) / 10_000) : value);

/** The action of a command: `run` gets the terminal, and then the command's arguments and its options. */
export const actionOf =
  (options: ProgramOptions) =>
  (run: (terminal: Terminal, ...given: never[]) => Promise<void>) =>
  (...all: unknown[]): Promise<void> => {
    // Commander passes the arguments as they are declared, the options, and the command itself.
    const given = all.slice(0, -1);
    return run(openTerminal(options, given.at(-1) as TerminalOptions), ...(given as never[]));
  };

/** A group of commands, such as `rewards clients`. `add` adds an audited one. */
export function addGroup(program: Command, options: ProgramOptions, name: string) {
  const group = program.command(name);
  const add = (command: string, what: string, json?: string) =>
    addTerminalOptions(group.command(command).description(what), json);
  return { group, add, act: actionOf(options) };
}

/** Reads an option that is a time, as ISO 8601 in UTC. */
export function readTime(text: string): string {
  const { data } = timestampSchema.safeParse(text);
  if (data === undefined) throw new InvalidArgumentError("It must be a time such as 2027-01-31T00:00:00Z.");
  return data;
}

export const readKeys = ({ env }: Pick<Terminal, "env">): PersonalKeys =>
  createPersonalKeys(loadConfig(personalConfig, env).PERSONAL_DATA_KEYS);

/** Runs a change of clients or users; a refusal becomes the command's. */
export async function change<Result>(
  terminal: Pick<Terminal, "env">,
  run: (sql: Database["sql"]) => Promise<Result>,
): Promise<Result> {
  return withDatabase(terminal, ({ sql }) => run(sql)).catch((error: unknown) => {
    throw error instanceof ChangeRefusedError ? new CommandError(error.message) : error;
  });
}

/** The command that lists, which also runs without its name. A word that is no command of the parent is refused as one. */
export function addDefaultList(parent: Command): Command {
  return parent
    .command("list", { isDefault: true })
    .allowExcessArguments()
    .hook("preAction", (_, { args: [unknown] }) => {
      if (unknown === undefined) return;
      const names = parent.commands.map((one) => one.name()).join(", ");
      parent.error(`error: unknown command '${unknown}' (${parent.name()} has: ${names})`);
    });
}
