import { firstOpenDay, headsOf, type LedgerHead } from "@rewards/domain";
import type { Sql, Tx } from "../client.ts";
import { readClock } from "../ledger/ledger.lock.ts";
import { advisoryLocks } from "../lock.ts";
import { allowLong } from "../scan.ts";
import { beforeAllDays, foldDays } from "./ledger-head.fold.ts";

export interface WriteHeadsOptions {
  /** Milliseconds since the epoch; Postgres' own clock where left out. */
  readonly clockMs?: number;
}

/**
 * Writes the heads of the finished days that have none yet, in one transaction. Whoever comes meanwhile waits, and finds
 * nothing to do. Only the entries of those days are read.
 * @returns the heads written.
 */
export async function writeHeads(sql: Sql, { clockMs }: WriteHeadsOptions = {}): Promise<LedgerHead[]> {
  return sql.begin(async (tx) => {
    await allowLong(tx);
    await tx`select pg_advisory_xact_lock(${advisoryLocks.ledgerHeads})`;
    return writeMissing(tx, clockMs ?? (await readClock(tx)));
  });
}

/** Under the lock of the heads. */
export async function writeMissing(tx: Tx, clockMs: number): Promise<LedgerHead[]> {
  const last = await readLast(tx);
  const openDay = firstOpenDay(clockMs);
  if (last && last.next >= openDay) return [];
  const heads = headsOf(await foldDays(tx, last?.next ?? beforeAllDays, openDay), last?.head ?? "");
  await insertHeads(tx, heads);
  return heads;
}

async function readLast(tx: Tx): Promise<{ next: string; head: string } | undefined> {
  const [row] = await tx<{ next: string; head: string }[]>`
    select to_char(day + 1, 'YYYY-MM-DD') as next, encode(head, 'hex') as head from ledger_head order by day desc limit 1`;
  return row;
}

async function insertHeads(tx: Tx, heads: readonly LedgerHead[]): Promise<void> {
  if (heads.length === 0) return;
  const each = <T>(of: (head: LedgerHead) => T) => heads.map(of);
  await tx`
    insert into ledger_head (day, head, chains)
    select day, decode(head, 'hex'), chains
    from unnest(${each(({ day }) => day)}::date[], ${each(({ head }) => head)}::text[], ${each(({ chains }) => String(chains))}::bigint[])
      as r(day, head, chains)`;
}
