import { stat } from "node:fs/promises";
import { codeOf } from "@rewards/db";
import { type BooksReport, inspectBooks, type NotedHeads, writeHeads } from "@rewards/operations";
import { describeCause } from "@rewards/runtime";
import { type Command, InvalidArgumentError } from "commander";
import { withDatabase } from "../database.ts";
import { CommandError, describeError } from "../error.ts";
import { actionOf, databaseHelp, jsonHelp, type ProgramOptions, type Terminal } from "../terminal.ts";
import { reportJson, reportLines } from "./verify.report.ts";

const verifyHelp = `
The command reads whole tables in one read-only transaction while the service
runs. Exit codes: 0 if the books are sound, 1 if they are broken, 2 if they
could not be checked. See docs/verify.md.`;

const verifyExit = { sound: 0, broken: 1, unchecked: 2 } as const;

interface VerifyOptions {
  readonly writeHeads?: true;
  readonly expectHead?: NotedHeads;
  readonly archives?: string;
}

/** `rewards verify` */
export function addVerify(program: Command, options: ProgramOptions): void {
  program
    .command("verify")
    .description("check the books: balances, entries, hash chains, awards, stock, vouchers, statuses, heads")
    .option("--json", jsonHelp)
    .option("--write-heads", "first write the missing heads of past hours")
    .option("--expect-head <end=hex>", "a head noted outside the database; may be repeated", noteHead)
    .option("--archives <folder>", "also check the files of detached months in this folder")
    .addHelpText("after", `${verifyHelp}\n${databaseHelp}`)
    // Other commands end with 1 for a wrong option. Here 1 means that the books are broken.
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : verifyExit.unchecked))
    .action(actionOf(options)(verify));
}

/**
 * Checks the books and prints the findings.
 * @throws CommandError with exit code 2 where they could not be checked.
 */
async function verify(terminal: Terminal, options: VerifyOptions): Promise<void> {
  const startedMs = performance.now();
  const report = await check(terminal, options).catch((error: unknown) => {
    throw new CommandError(describeFailure(error), verifyExit.unchecked);
  });
  const seconds = (performance.now() - startedMs) / 1000;
  terminal.show(reportJson(report, seconds), reportLines(report, seconds));
  terminal.exitWith(report.isSound ? verifyExit.sound : verifyExit.broken);
}

async function check(
  terminal: Terminal,
  { writeHeads: isWriting, expectHead = new Map(), archives }: VerifyOptions,
): Promise<BooksReport> {
  const { progress } = terminal;
  if (archives !== undefined) await requireFolder(archives);
  try {
    return await withDatabase(terminal, async ({ scans }) => {
      if (isWriting) {
        progress("Writing the heads of past hours …");
        await writeHeads(scans);
      }
      return inspectBooks(scans, {
        noted: expectHead,
        archives,
        onPass: (of, step, steps) => progress(`${step} of ${steps}: ${of} …`),
      });
    });
  } finally {
    progress("");
  }
}

/** Without this, a wrong path would look verified as long as no month is detached. */
async function requireFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory() !== true)
    throw new CommandError(`There is no folder ${folder}: give the one that \`rewards partitions detach\` wrote to.`);
}

/** An error of Postgres or the network has a code and becomes one line; any other error is a fault of this program. */
function describeFailure(error: unknown): string {
  return codeOf(error) === "" ? describeError(error) : `Cannot check the books: ${describeCause(error)}`;
}

const pattern = /^(\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{3})?)?Z)?)=([0-9a-f]{64})$/;

/** Adds `2026-05-04T13:00Z=<hex>`, or `2026-05-04=<hex>` for a day, to the heads given before it: commander calls this for each. */
export function noteHead(text: string, noted: NotedHeads = new Map()): NotedHeads {
  const [, given = "", hex = ""] = pattern.exec(text.replace(/[^=]*$/, (digits) => digits.toLowerCase())) ?? [];
  const at = placeOf(given);
  if (!at)
    throw new InvalidArgumentError(
      "Expected an end or a day, and 64 hexadecimal digits, such as 2026-05-04T13:00Z=0a1b…",
    );
  if (noted.has(at)) throw new InvalidArgumentError(`The head of ${at} is given twice.`);
  return new Map([...noted, [at, hex]]);
}

/** A day unchanged, an instant with milliseconds; undefined for a date that does not exist. */
function placeOf(given: string): string | undefined {
  const at = new Date(given);
  if (Number.isNaN(at.getTime()) || !at.toISOString().startsWith(given.replace(/Z$/, ""))) return undefined;
  return given.includes("T") ? at.toISOString() : given;
}
