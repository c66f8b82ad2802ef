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
import { auditColumns, formatTable } from "./format.ts";
import { addGroup, databaseHelp, type ProgramOptions, type Terminal } from "./terminal.ts";

const idHelp = "ID of the record, such as SALE-..., as dead-letters list prints it";

const help = `
Reasons:
${Object.keys(deadLetterReasons)
  .map((reason) => `  ${reason}`)
  .join("\n")}
Classes: ${stagedClasses.join(", ")}`;

/** `rewards dead-letters`: see, replay and discard records that cannot be processed. Each call writes an audit row. */
export function addDeadLetters(program: Command, options: ProgramOptions): void {
  const { group, add, act } = addGroup(program, options, "dead-letters");
  group
    .description("list, replay and discard records that cannot be processed")
    .addHelpText("afterAll", `${help}\n${databaseHelp}`);
  add("list", "print the dead letters, and their number by class and reason")
    .option("--class <class>", "only this class")
    .option("--reason <code>", "only this reason")
    .option("--limit <rows>", "at most this many (default: 100)")
    .option("--cursor <ID>", "continue after this ID")
    .action(act(list));
  add("show", "print a dead letter, its record and its audit trail").argument("<ID>", idHelp).action(act(show));
  add("replay", "make one dead letter pending again, or all of one reason at a given pace")
    .argument("[ID]", idHelp)
    .option("--reason <code>", "all dead letters of this reason, instead of one ID")
    .option("--class <class>", "only this class")
    .option("--per-second <count>", "at most this many a second (default: 50)")
    .action(act(replay));
  add("discard", "reject a dead letter, or a sale that waits for its member or store")
    .argument("<ID>", idHelp)
    .requiredOption("--reason <text>", "why, in words; the record's ConfirmationNote shows it")
    .action(act(discard));
}

interface ListOptions {
  readonly class?: string;
  readonly reason?: string;
  readonly limit?: string;
  readonly cursor?: string;
}

const errorWidthMax = 60;

/** Prints a page of dead letters, and the counts of all. */
async function list(terminal: Terminal, options: ListOptions): Promise<void> {
  const { class: className, reason, limit, cursor } = options;
  const call = parseListCall({ class: className, reason, limit, cursor });
  const page = await withDatabase(terminal, ({ sql }) => listDeadLetters(sql, call, terminal.author));
  terminal.show(page, describePage(page));
}

function describePage({ deadLetters, counts, cursor }: DeadLetterPage): string[] {
  if (counts.length === 0) return ["No dead letters."];
  return [
    ...formatTable(
      {
        ID: (one) => one.ID,
        Reason: (one) => one.reason,
        Attempts: (one) => String(one.attempts),
        First: (one) => one.firstAt,
        Last: (one) => one.lastAt,
        Error: (one) => one.error.slice(0, errorWidthMax),
      },
      deadLetters,
    ),
    "",
    ...formatTable(
      { Class: (one) => one.class, Reason: (one) => one.reason, "Dead letters": (one) => String(one.count) },
      counts,
    ),
    ...(cursor === null ? [] : ["", `There are more: --cursor ${cursor}`]),
  ];
}

/** Prints a dead letter, its record and its audit trail. */
async function show(terminal: Terminal, id: string): Promise<void> {
  const { definition, uuid } = objectOfId(id);
  const shown = await withDatabase(terminal, ({ sql, readDb }) =>
    inspectDeadLetter({ sql, readDb: createViewRunner(readDb) }, definition, uuid, terminal.author),
  );
  terminal.show(shown, describeInspection(shown));
}

function describeInspection({ deadLetter, objectInfo, audit }: Inspection): string[] {
  return [
    ...(deadLetter ? pairs(deadLetter) : [`${objectInfo.ID} is no longer a dead letter.`]),
    "",
    "Record",
    ...pairs(objectInfo.content).map((line) => `  ${line}`),
    "",
    ...(audit.length > 0 ? formatTable(auditColumns("Actor"), audit) : ["No operator has dealt with it."]),
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

function replay(terminal: Terminal, id: string | undefined, options: ReplayOptions): Promise<void> {
  if ((id === undefined) === (options.reason === undefined)) throw new CommandError("Name an ID, or --reason <code>.");
  return id === undefined ? replayAll(terminal, options) : replayOne(terminal, id);
}

/** Makes one dead letter pending again; recovery brings it to a worker within seconds. */
async function replayOne(terminal: Terminal, id: string): Promise<void> {
  const { author } = terminal;
  const { definition, uuid } = objectOfId(id);
  await withDatabase(terminal, ({ sql }) => replayDeadLetter(sql, definition, uuid, { author, isEnqueued: false }));
  const ID = formatId(definition.idPrefix, uuid);
  terminal.show({ ID, replayed: 1 }, `${ID}: pending again`);
}

/** Makes the dead letters of one reason pending again, at a pace. */
async function replayAll(terminal: Terminal, options: ReplayOptions): Promise<void> {
  const { reason, class: className, perSecond } = options;
  const content = { reason, class: className, perSecond: perSecond === undefined ? undefined : Number(perSecond) };
  const call = parseContent(replayContent, content);
  const outcome = await withDatabase(terminal, ({ sql }) => replayDeadLetters(sql, call, terminal.author));
  const { replayed, remaining } = outcome;
  terminal.show(outcome, `${replayed} pending again, ${call.perSecond} a second; ${remaining} of this reason remain.`);
}

/** Rejects a dead letter, or a sale that waits. */
async function discard(terminal: Terminal, id: string, options: { readonly reason: string }): Promise<void> {
  const { author } = terminal;
  const { definition, uuid } = objectOfId(id);
  const { reason } = parseContent(discardContent, { reason: options.reason });
  const status = await withDatabase(terminal, ({ sql }) =>
    discardDeadLetter(sql, definition, uuid, { author, reason }),
  );
  const ID = formatId(definition.idPrefix, uuid);
  terminal.show({ ID, status }, `${ID}: ${status}`);
}
