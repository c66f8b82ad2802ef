import { createViewRunner } from "@rewards/db";
import {
  deadLetterReasons,
  discardContent,
  formatId,
  objectOfId,
  parseContent,
  parseListCall,
  replayContent,
  stagedClasses,
} from "@rewards/domain";
import {
  type DeadLetterPage,
  discardDeadLetter,
  type Inspection,
  inspectDeadLetter,
  listDeadLetters,
  replayDeadLetter,
  replayDeadLetters,
} from "@rewards/operations";
import type { Command } from "commander";
import { withDatabase } from "./database.ts";
import { CommandError } from "./error.ts";
import { formatTable } from "./format.ts";
import {
  addTerminalOptions,
  databaseHelp,
  openTerminal,
  type ProgramOptions,
  type Terminal,
  type TerminalOptions,
} from "./terminal.ts";

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

interface ListOptions {
  readonly class?: string;
  readonly reason?: string;
  readonly limit?: string;
  readonly cursor?: string;
}

const errorWidthMax = 60;

/** Prints a page of dead letters, and the counts of all. */
async function list(options: ListOptions, { choice, print, isJson, author }: Terminal): Promise<void> {
  const { class: className, reason, limit, cursor } = options;
  const call = parseListCall({ class: className, reason, limit, cursor });
  const page = await withDatabase(choice, ({ sql }) => listDeadLetters(sql, call, author));
  if (isJson) print(JSON.stringify(page));
  else for (const line of describePage(page)) print(line);
}

function describePage({ deadLetters, counts, cursor }: DeadLetterPage): string[] {
  if (counts.length === 0) return ["No dead letters."];
  const rows = deadLetters.map((one) => [
    one.ID,
    one.reason,
    String(one.attempts),
    one.firstAt,
    one.lastAt,
    one.error.slice(0, errorWidthMax),
  ]);
  const totals = counts.map((one) => [one.class, one.reason, String(one.count)]);
  return [
    ...formatTable(["ID", "Reason", "Attempts", "First", "Last", "Error"], rows),
    "",
    ...formatTable(["Class", "Reason", "Dead letters"], totals),
    ...(cursor === null ? [] : ["", `There are more: --cursor ${cursor}`]),
  ];
}

/** Prints a dead letter, its record and its audit trail. */
async function show(id: string, { choice, print, isJson, author }: Terminal): Promise<void> {
  const { definition, uuid } = objectOfId(id);
  const shown = await withDatabase(choice, ({ sql, readDb }) =>
    inspectDeadLetter({ sql, readDb: createViewRunner(readDb) }, definition, uuid, author),
  );
  if (isJson) print(JSON.stringify(shown));
  else for (const line of describeInspection(shown)) print(line);
}

function describeInspection({ deadLetter, objectInfo, audit }: Inspection): string[] {
  const trail = audit.map(({ at, actor, operation, reason }) => [at, actor, operation, reason]);
  return [
    ...(deadLetter ? pairs(deadLetter) : [`${objectInfo.ID} is no longer a dead letter.`]),
    "",
    "Record",
    ...pairs(objectInfo.content).map((line) => `  ${line}`),
    "",
    ...(trail.length > 0
      ? formatTable(["At", "Actor", "Operation", "Reason"], trail)
      : ["No operator has dealt with it."]),
  ];
}

function pairs(of: object): string[] {
  const width = Math.max(...Object.keys(of).map((name) => name.length));
  return Object.entries(of).map(
    ([name, value]) => `${name.padEnd(width)}  ${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
}

interface ReplayOptions {
  readonly reason?: string;
  readonly class?: string;
  readonly perSecond?: string;
}

/** Makes one dead letter pending again; recovery brings it to a worker within seconds. */
async function replayOne(id: string, { choice, print, isJson, author }: Terminal): Promise<void> {
  const { definition, uuid } = objectOfId(id);
  await withDatabase(choice, ({ sql }) => replayDeadLetter(sql, definition, uuid, { author, isEnqueued: false }));
  const ID = formatId(definition.idPrefix, uuid);
  print(isJson ? JSON.stringify({ ID, replayed: 1 }) : `${ID}: pending again`);
}

/** Makes the dead letters of one reason pending again, at a pace. */
async function replayAll(options: ReplayOptions, { choice, print, isJson, author }: Terminal): Promise<void> {
  const { reason, class: className, perSecond } = options;
  const content = { reason, class: className, perSecond: perSecond === undefined ? undefined : Number(perSecond) };
  const call = parseContent(replayContent, content);
  const outcome = await withDatabase(choice, ({ sql }) => replayDeadLetters(sql, call, author));
  const text = `${outcome.replayed} pending again, ${call.perSecond} a second; ${outcome.remaining} of this reason remain.`;
  print(isJson ? JSON.stringify(outcome) : text);
}

/** Rejects a dead letter, or a sale that waits. */
async function discard(id: string, why: string, { choice, print, isJson, author }: Terminal): Promise<void> {
  const { definition, uuid } = objectOfId(id);
  const { reason } = parseContent(discardContent, { reason: why });
  const status = await withDatabase(choice, ({ sql }) => discardDeadLetter(sql, definition, uuid, { author, reason }));
  const ID = formatId(definition.idPrefix, uuid);
  print(isJson ? JSON.stringify({ ID, status }) : `${ID}: ${status}`);
}
