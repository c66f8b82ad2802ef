import type { LedgerHead } from "@rewards/domain";
import type { Tx } from "../client.ts";
import { beforeAll } from "./ledger-head.fold.ts";

interface HeadRow {
  readonly until: Date;
  readonly head: string;
  readonly count: string;
}

/** The heads of all periods, in order. */
export async function readHeads(tx: Tx): Promise<LedgerHead[]> {
  const rows = await tx<HeadRow[]>`
    select until, encode(head, 'hex') as head, entries as count from ledger_period_head order by until`;
  return rows.map(({ until, head, count }) => ({ at: until.toISOString(), head, count: Number(count) }));
}

/** The last head, which the next one continues, and the start of the next period. */
export interface HeadTail {
  readonly head: string;
  readonly from: string;
}

export async function readTail(tx: Tx): Promise<HeadTail> {
  const [last] = await tx<HeadRow[]>`
    select until, encode(head, 'hex') as head from ledger_period_head order by until desc limit 1`;
  return last ? { head: last.head, from: last.until.toISOString() } : { head: "", from: beforeAll };
}
