import { stat } from "node:fs/promises";
import { codeOf } from "@rewards/db";
import { type BooksReport, inspectBooks, type NotedHeads, writeHeads } from "@rewards/operations";
import { describeCause } from "@rewards/runtime";
import { type DatabaseChoice, withDatabase } from "../database.ts";
import { CommandError, describeError } from "../error.ts";
import { reportJson, reportLines } from "./verify.report.ts";

export const verifyExit = { sound: 0, broken: 1, unchecked: 2 } as const;

export interface VerifyFlags {
  readonly json?: true;
  readonly writeHeads?: true;
  readonly expectHead?: NotedHeads;
  readonly archives?: string;
}

interface VerifyOptions extends VerifyFlags {
  readonly choose: () => DatabaseChoice;
  readonly print: (line: string) => void;
  readonly progress: (text: string) => void;
}

/**
 * Checks the books and prints the findings.
 * @returns the exit code of the process.
 * @throws CommandError with exit code 2 where they could not be checked.
 */
export async function verify(options: VerifyOptions): Promise<number> {
  const { json, print } = options;
  const startedMs = performance.now();
  const report = await check(options).catch((error: unknown) => {
    throw new CommandError(describeFailure(error), verifyExit.unchecked);
  });
  const seconds = (performance.now() - startedMs) / 1000;
  if (json) print(JSON.stringify(reportJson(report, seconds)));
  else for (const line of reportLines(report, seconds)) print(line);
  return report.isSound ? verifyExit.sound : verifyExit.broken;
}

async function check({
  choose,
  writeHeads: isWriting,
  expectHead,
  archives,
  progress,
}: VerifyOptions): Promise<BooksReport> {
  if (archives !== undefined) await requireFolder(archives);
  try {
    return await withDatabase(choose(), async ({ scans }) => {
      if (isWriting) {
        progress("Writing the heads of past hours …");
        await writeHeads(scans);
      }
      return inspectBooks(scans, {
        noted: expectHead ?? new Map(),
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
