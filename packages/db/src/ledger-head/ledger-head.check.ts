import { type DayFold, findBrokenHeads, firstOpenDay, type LedgerHead } from "@rewards/domain";
import type { CheckResult } from "../books/books.check.ts";
import type { Tx } from "../client.ts";
import { readClock } from "../ledger/ledger.lock.ts";
import { beforeAllDays, foldDays } from "./ledger-head.fold.ts";

/** Heads that somebody noted outside of the database: hex by day. */
export type NotedHeads = ReadonlyMap<string, string>;

/** How far the heads stand. */
export interface HeadsState {
  readonly days: number;
  /** The newest; null before the first. */
  readonly last: LedgerHead | null;
  /** Whether finished days after it have entries: their heads are still to be written. */
  readonly isBehind: boolean;
}

export const headChecks = {
  "head.entries": {
    invariant: "I1",
    says: "The head of a day is what its entries fold to, over the head before it.",
  },
  "head.noted": { invariant: "I1", says: "The heads noted elsewhere are those that stand." },
} as const;

/** Holds the heads against the entries of their days, and against what was noted of them. */
export async function checkHeads(tx: Tx, noted: NotedHeads): Promise<{ results: CheckResult[]; state: HeadsState }> {
  const heads = await readHeads(tx);
  const last = heads.at(-1) ?? null;
  const end = last ? dayAfter(last.day) : beforeAllDays;
  const folds = last ? await foldDays(tx, beforeAllDays, end) : [];
  const results = [resultOfEntries(heads, folds)];
  if (noted.size > 0) results.push(resultOfNoted(heads, noted));
  return { results, state: { days: heads.length, last, isBehind: await hasFinishedEntries(tx, end) } };
}

async function readHeads(tx: Tx): Promise<LedgerHead[]> {
  const rows = await tx<{ day: string; head: string; chains: string }[]>`
    select to_char(day, 'YYYY-MM-DD') as day, encode(head, 'hex') as head, chains from ledger_head h order by h.day`;
  return rows.map(({ day, head, chains }) => ({ day, head, chains: Number(chains) }));
}

const dayMs = 86_400_000;
const dayAfter = (day: string) => new Date(Date.parse(day) + dayMs).toISOString().slice(0, day.length);

async function hasFinishedEntries(tx: Tx, from: string): Promise<boolean> {
  const openDay = firstOpenDay(await readClock(tx));
  const [row] = await tx<{ found: boolean }[]>`
    select exists (select from ledger_entry where create_date_time >= (${from}::text::timestamp at time zone 'UTC')
      and create_date_time < (${openDay}::text::timestamp at time zone 'UTC')) as found`;
  return row?.found ?? false;
}

function resultOfEntries(heads: readonly LedgerHead[], folds: readonly DayFold[]): CheckResult {
  const days = findBrokenHeads(heads, folds);
  const [first] = days;
  return {
    check: "head.entries",
    ...headChecks["head.entries"],
    rows: new Set([...heads, ...folds].map(({ day }) => day)).size,
    broken: days.length,
    first: first === undefined ? null : { day: first },
  };
}

function resultOfNoted(heads: readonly LedgerHead[], noted: NotedHeads): CheckResult {
  const standing = new Map(heads.map(({ day, head }) => [day, head]));
  const differing = [...noted].filter(([day, head]) => standing.get(day) !== head).sort();
  const [first] = differing;
  return {
    check: "head.noted",
    ...headChecks["head.noted"],
    rows: noted.size,
    broken: differing.length,
    first: first ? { day: first[0], noted: first[1], stands: standing.get(first[0]) ?? "none" } : null,
  };
}
