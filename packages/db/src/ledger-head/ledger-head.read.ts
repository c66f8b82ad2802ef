import type { LedgerHead } from "@rewards/domain";
import type { Tx } from "../client.ts";
import { beforeAll } from "./ledger-head.fold.ts";

const dayMs = 86_400_000;
export const endOfDay = (day: string) => new Date(Date.parse(day) + dayMs).toISOString();

/** The heads of one kind, in order. */
export interface HeadChain {
  readonly heads: readonly LedgerHead[];
  /** The day that the first period follows; null if it begins with the first entry, and for days. */
  readonly follows: string | null;
}

interface HeadRow {
  readonly at: string;
  readonly head: string;
  readonly count: string;
}

const headOf = ({ at, head, count }: HeadRow): LedgerHead => ({ at, head, count: Number(count) });

export async function readDays(tx: Tx): Promise<HeadChain> {
  const rows = await tx<HeadRow[]>`
    select to_char(day, 'YYYY-MM-DD') as at, encode(head, 'hex') as head, chains as count from ledger_head order by day`;
  return { heads: rows.map(headOf), follows: null };
}

export async function readPeriods(tx: Tx): Promise<HeadChain> {
  const rows = await tx<(HeadRow & { until: Date; follows: string | null })[]>`
    select until, encode(head, 'hex') as head, entries as count, to_char(follows, 'YYYY-MM-DD') as follows
    from ledger_period_head order by until`;
  return {
    heads: rows.map((row) => headOf({ ...row, at: row.until.toISOString() })),
    follows: rows[0]?.follows ?? null,
  };
}

/** The last head, which the next one continues, and the start of the next period. */
export interface HeadTail {
  readonly head: string;
  readonly from: string;
  /** The day, if the last head is that of a day. */
  readonly follows: string | null;
}

/** Reads the head of the last period, or of the last day while there is no period. */
export async function readTail(tx: Tx): Promise<HeadTail> {
  const [period] = await tx<{ until: Date; head: string }[]>`
    select until, encode(head, 'hex') as head from ledger_period_head order by until desc limit 1`;
  if (period) return { head: period.head, from: period.until.toISOString(), follows: null };
  const [day] = await tx<{ day: string; head: string }[]>`
    select to_char(day, 'YYYY-MM-DD') as day, encode(head, 'hex') as head from ledger_head order by day desc limit 1`;
  return day
    ? { head: day.head, from: endOfDay(day.day), follows: day.day }
    : { head: "", from: beforeAll, follows: null };
}
