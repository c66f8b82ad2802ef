import { readClock, type Tx } from "@rewards/db";
import { closedUntil, findBrokenHeads, type LedgerHead } from "@rewards/domain";
import { beforeAll, foldPeriods, readHeads, readTail } from "../ledger-head/ledger-head.write.ts";
import type { CheckResult } from "./books.check.ts";

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
  const folds = await foldPeriods(
    tx,
    beforeAll,
    heads.map(({ at }) => at),
  );
  const results = [resultOfEntries(heads.length, findBrokenHeads(heads, folds))];
  if (noted.size > 0) results.push(resultOfNoted(heads, noted));
  return {
    results,
    state: { count: heads.length, last: heads.at(-1) ?? null, isBehind: await hasClosedEntries(tx) },
  };
}

async function hasClosedEntries(tx: Tx): Promise<boolean> {
  const { from } = await readTail(tx);
  const until = closedUntil(await readClock(tx));
  const [row] = await tx<{ found: boolean }[]>`
    select exists (select from ledger_entry
      where create_date_time >= ${from}::text::timestamptz and create_date_time < ${until}::text::timestamptz) as found`;
  return row?.found ?? false;
}

function resultOfEntries(heads: number, broken: readonly string[]): CheckResult {
  const [first] = broken;
  return {
    check: "head.entries",
    ...headChecks["head.entries"],
    rows: heads,
    broken: broken.length,
    first: first === undefined ? null : { head: first },
  };
}

function resultOfNoted(heads: readonly LedgerHead[], noted: NotedHeads): CheckResult {
  const kept = new Map(heads.map(({ at, head }) => [at, head]));
  const differing = [...noted].filter(([at, head]) => kept.get(at) !== head).sort();
  const [first] = differing;
  return {
    check: "head.noted",
    ...headChecks["head.noted"],
    rows: noted.size,
    broken: differing.length,
    first: first ? { head: first[0], noted: first[1], found: kept.get(first[0]) ?? "none" } : null,
  };
}
