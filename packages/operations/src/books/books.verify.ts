import { allowScans, type Sql, type Tx } from "@rewards/db";
import { adjustmentPasses } from "./books.adjustments.ts";
import { archiveChecks, checkArchives } from "./books.archives.ts";
import { type CheckResult, type CheckText, type Pass, runPass } from "./books.check.ts";
import { dayPasses } from "./books.days.ts";
import { eventPasses } from "./books.events.ts";
import { expiryPasses } from "./books.expiry.ts";
import { guardPasses } from "./books.guards.ts";
import { checkHeads, type HeadsState, headChecks, type NotedHeads } from "./books.heads.ts";
import { historyPasses } from "./books.history.ts";
import { archivePasses, keyPasses } from "./books.keys.ts";
import { ledgerPasses } from "./books.ledger.ts";
import { mergePasses } from "./books.merges.ts";
import { operationPasses } from "./books.operations.ts";
import { paymentPasses } from "./books.payments.ts";
import { recordPasses } from "./books.records.ts";
import { redemptionPasses } from "./books.redemptions.ts";
import { returnPasses } from "./books.returns.ts";
import { rewardPasses } from "./books.rewards.ts";
import { rulePasses } from "./books.rules.ts";
import { segmentPasses } from "./books.segments.ts";
import { sourcePasses } from "./books.sources.ts";
import { tierPasses } from "./books.tiers.ts";
import { worthPasses } from "./books.worth.ts";

const passes = [
  ...ledgerPasses,
  ...dayPasses,
  ...sourcePasses,
  ...returnPasses,
  ...worthPasses,
  ...rulePasses,
  ...segmentPasses,
  ...tierPasses,
  ...expiryPasses,
  ...adjustmentPasses,
  ...mergePasses,
  ...paymentPasses,
  ...recordPasses,
  ...keyPasses,
  ...archivePasses,
  ...operationPasses,
  ...rewardPasses,
  ...redemptionPasses,
  ...historyPasses,
  ...eventPasses,
  ...guardPasses,
];

/** They read tables that `checkArchives` hides behind views. */
const tablePasses = [...archivePasses, ...guardPasses];

/** Every check by its name. */
export const bookChecks: Readonly<Record<string, CheckText>> = Object.assign(
  {},
  ...passes.flatMap(({ invariant, checks }) =>
    Object.entries(checks).map(([name, { says, ...own }]) => ({ [name]: { says, invariant, ...own } })),
  ),
  headChecks,
  archiveChecks,
);

/** The pass that makes this check; undefined for those of heads and archives. */
export const passOf = (check: string): Pass | undefined => passes.find(({ checks }) => Object.hasOwn(checks, check));

export interface BooksOptions {
  /** Heads that were noted outside the database. */
  readonly noted?: NotedHeads;
  /** The folder of the files of detached months, to be checked too. */
  readonly archives?: string | undefined;
  /** Called before pass number `step` of `steps`, with the name of its rows. */
  readonly onPass?: (of: string, step: number, steps: number) => void;
}

/** The findings of one pass. */
interface PassReport {
  readonly of: string;
  readonly tookMs: number;
  readonly results: readonly CheckResult[];
}

export interface BooksReport {
  readonly isSound: boolean;
  readonly passes: readonly PassReport[];
  readonly heads: HeadsState;
  /** The detached months whose sales were not read: without their files, only their keys and digests are checked. */
  readonly unread: readonly string[];
}

/**
 * Checks the invariants of the books only by SQL, independently of the code that wrote them. Runs in one read-only
 * transaction, so on one snapshot, while the service works. Reads whole tables: tens of millions of entries take
 * minutes.
 */
export async function inspectBooks(sql: Sql, options: BooksOptions = {}): Promise<BooksReport> {
  const { archives } = options;
  if (archives === undefined)
    return sql.begin("isolation level repeatable read read only", (tx) => checkBooks(tx, options));
  return sql.begin("isolation level repeatable read", (tx) => checkBooks(tx, options));
}

/** The broken checks; empty if the books are in order. */
export async function verifyBooks(sql: Sql): Promise<CheckResult[]> {
  return findingsOf(await inspectBooks(sql));
}

export function findingsOf({ passes: reports }: Pick<BooksReport, "passes">): CheckResult[] {
  return reports.flatMap(({ results }) => results.filter(({ broken }) => broken > 0));
}

/** Runs in the caller's transaction, and changes its settings. */
export async function checkBooks(
  tx: Tx,
  { noted = new Map(), archives, onPass }: BooksOptions = {},
): Promise<BooksReport> {
  await allowScans(tx);
  const reports: PassReport[] = [];
  const steps = passes.length + (archives === undefined ? 1 : 2);
  const run = async <T extends { results: readonly CheckResult[] }>(of: string, check: () => Promise<T>) => {
    onPass?.(of, reports.length + 1, steps);
    const startedMs = performance.now();
    const done = await check();
    reports.push({ of, tookMs: performance.now() - startedMs, results: done.results });
    return done;
  };
  const runAll = async (some: readonly Pass[]) => {
    for (const pass of some) await run(pass.of, async () => ({ results: await runPass(tx, pass) }));
  };
  if (archives === undefined) await runAll(passes);
  else {
    await runAll(tablePasses);
    await run("archives", async () => ({ results: await checkArchives(tx, archives) }));
    await runAll(passes.filter((pass) => !tablePasses.includes(pass)));
  }
  const { state } = await run("heads", () => checkHeads(tx, noted));
  const months = await tx<{ name: string }[]>`select name from sale_archive order by to_id`;
  const unread = months.map(({ name }) => name);
  return { isSound: findingsOf({ passes: reports }).length === 0, passes: reports, heads: state, unread };
}
