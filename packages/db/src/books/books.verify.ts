import type { Sql, Tx } from "../client.ts";
import { allowScans } from "../scan.ts";
import { adjustmentPasses } from "./books.adjustments.ts";
import { type Check, type CheckResult, runPass } from "./books.check.ts";
import { guardPasses } from "./books.guards.ts";
import { checkHeads, type HeadsState, headChecks, type NotedHeads } from "./books.heads.ts";
import { historyPasses } from "./books.history.ts";
import { ledgerPasses } from "./books.ledger.ts";
import { operationPasses } from "./books.operations.ts";
import { recordPasses } from "./books.records.ts";
import { redemptionPasses } from "./books.redemptions.ts";
import { rewardPasses } from "./books.rewards.ts";
import { sourcePasses } from "./books.sources.ts";

const passes = [
  ...ledgerPasses,
  ...sourcePasses,
  ...adjustmentPasses,
  ...recordPasses,
  ...operationPasses,
  ...rewardPasses,
  ...redemptionPasses,
  ...historyPasses,
  ...guardPasses,
];

/** Every check by its name: what it holds the books to. */
export const bookChecks: Readonly<Record<string, Pick<Check, "invariant" | "says">>> = Object.assign(
  {},
  ...passes.map(({ checks }) => checks),
  headChecks,
);

export interface BooksOptions {
  /** Heads that were noted outside of the database. */
  readonly noted?: NotedHeads;
  /** Called before the `step`th of `steps` passes, with what it looks at. */
  readonly onPass?: (of: string, step: number, steps: number) => void;
}

/** What one reading of some rows found. */
interface PassReport {
  readonly of: string;
  readonly tookMs: number;
  readonly results: readonly CheckResult[];
}

export interface BooksReport {
  readonly isSound: boolean;
  readonly passes: readonly PassReport[];
  readonly heads: HeadsState;
}

/**
 * Checks the invariants of the books by SQL alone, whatever wrote them: all in one read-only transaction, and so on one
 * snapshot, while the service goes on. Reads whole tables: minutes where entries are counted in tens of millions.
 */
export async function inspectBooks(sql: Sql, options: BooksOptions = {}): Promise<BooksReport> {
  return sql.begin("isolation level repeatable read read only", (tx) => checkBooks(tx, options));
}

/** What is broken in the books; nothing where they are in order. */
export async function verifyBooks(sql: Sql): Promise<CheckResult[]> {
  return findingsOf(await inspectBooks(sql));
}

export function findingsOf({ passes: reports }: Pick<BooksReport, "passes">): CheckResult[] {
  return reports.flatMap(({ results }) => results.filter(({ broken }) => broken > 0));
}

/** Within a transaction, of which it changes the settings. */
export async function checkBooks(tx: Tx, { noted = new Map(), onPass }: BooksOptions = {}): Promise<BooksReport> {
  await allowScans(tx);
  const reports: PassReport[] = [];
  const steps = passes.length + 1;
  const run = async <T extends { results: readonly CheckResult[] }>(of: string, check: () => Promise<T>) => {
    onPass?.(of, reports.length + 1, steps);
    const startedMs = performance.now();
    const done = await check();
    reports.push({ of, tookMs: performance.now() - startedMs, results: done.results });
    return done;
  };
  for (const pass of passes) await run(pass.of, async () => ({ results: await runPass(tx, pass) }));
  const { state } = await run("heads", () => checkHeads(tx, noted));
  return { isSound: findingsOf({ passes: reports }).length === 0, passes: reports, heads: state };
}
