import { readClock, type Tx } from "@rewards/db";
import { closedUntil, findBrokenHeads, type LedgerHead } from "@rewards/domain";
import { beforeAll, foldPeriods, readHeads, readTail } from "../ledger-head/ledger-head.write.ts";
import { type CheckResult, resultOf } from "./books.check.ts";

/** Heads that an operator noted outside the database: hex by the end of a period. */
export type NotedHeads = ReadonlyMap<string, string>;

/** How far the heads reach. */
export interface HeadsState {
  readonly count: number;
  /** The newest; null before the first. */
  readonly last: LedgerHead | null;
  /** Whether periods after it that are over have entries: their heads are still to be written. */
  readonly isBehind: boolean;
}

export const headChecks = {
  "head.entries": {
    invariant: "I1",
    says: "The head of a period is computed from its entries and the head before it.",
  },
  "head.noted": { invariant: "I1", says: "The heads passed by --expect-head equal those in the database." },
} as const;

/** Compares the heads with the entries that they cover, and with the noted heads. */
export async function checkHeads(tx: Tx, noted: NotedHeads): Promise<{ results: CheckResult[]; state: HeadsState }> {
  const heads = await readHeads(tx);
  const ends = heads.map(({ at }) => at);
  const broken = findBrokenHeads(heads, await foldPeriods(tx, beforeAll, ends)).map((head) => ({ head }));
  const results = [resultOf(headChecks, "head.entries", heads.length, broken)];
  if (noted.size > 0) results.push(resultOf(headChecks, "head.noted", noted.size, findDiffering(heads, noted)));
  return {
    results,
    state: { count: heads.length, last: heads.at(-1) ?? null, isBehind: await hasClosedEntries(tx) },
  };
}

function findDiffering(heads: readonly LedgerHead[], noted: NotedHeads) {
  const kept = new Map(heads.map(({ at, head }) => [at, head]));
  const differing = [...noted].filter(([at, head]) => kept.get(at) !== head).sort();
  return differing.map(([at, head]) => ({ head: at, noted: head, found: kept.get(at) ?? "none" }));
}

async function hasClosedEntries(tx: Tx): Promise<boolean> {
  const { from } = await readTail(tx);
  const until = closedUntil(await readClock(tx));
  const [row] = await tx<{ found: boolean }[]>`
    select exists (select from ledger_entry
      where create_date_time >= ${from}::text::timestamptz and create_date_time < ${until}::text::timestamptz) as found`;
  return row?.found ?? false;
}
