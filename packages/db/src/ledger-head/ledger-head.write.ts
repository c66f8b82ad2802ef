import { closedUntil, headPeriodMs, headsOf, type LedgerHead } from "@rewards/domain";
import type { Sql, Tx } from "../client.ts";
import { readClock } from "../ledger/ledger.lock.ts";
import { postingsEnd } from "../ledger/ledger.postings.ts";
import { advisoryLocks } from "../lock.ts";
import { allowLong } from "../scan.ts";
import { beforeAll, foldPeriods } from "./ledger-head.fold.ts";
import { readTail } from "./ledger-head.read.ts";

export interface WriteHeadsOptions {
  /** Milliseconds since the epoch; Postgres' clock by default. */
  readonly clockMs?: number;
}

/**
 * Writes the missing heads of periods that are over, in one transaction. A concurrent call waits, and then finds
 * nothing to do. Reads only the entries of those periods.
 * @returns the heads written. Empty if a posting that may belong to them does not end in time: a later run writes them.
 */
export async function writeHeads(sql: Sql, { clockMs }: WriteHeadsOptions = {}): Promise<LedgerHead[]> {
  return sql.begin(async (tx) => {
    await allowLong(tx);
    await tx`select pg_advisory_xact_lock(${advisoryLocks.ledgerHeads})`;
    return writeMissing(tx, clockMs ?? (await readClock(tx)));
  });
}

/** The caller holds the lock of the heads. */
export async function writeMissing(tx: Tx, clockMs: number): Promise<LedgerHead[]> {
  const { head, from } = await readTail(tx);
  const until = closedUntil(clockMs);
  if (from !== beforeAll && from >= until) return [];
  if (!(await postingsEnd(tx))) return [];
  const heads = headsOf(await foldPeriods(tx, from, await endsOf(tx, from, until)), head);
  await insertHeads(tx, heads);
  return heads;
}

/** The ends of the periods with entries, in order. */
async function endsOf(tx: Tx, from: string, until: string): Promise<string[]> {
  const rows = await tx<{ until: Date }[]>`
    select distinct date_bin(p.length, create_date_time, 'epoch') + p.length as until
    from ledger_entry, (select ${headPeriodMs} * interval '1 millisecond' as length) p
    where create_date_time >= ${from}::text::timestamptz and create_date_time < ${until}::text::timestamptz order by until`;
  return rows.map((row) => row.until.toISOString());
}

async function insertHeads(tx: Tx, heads: readonly LedgerHead[]): Promise<void> {
  if (heads.length === 0) return;
  await tx`
    insert into ledger_period_head (until, head, entries)
    select at, decode(head, 'hex'), count
    from jsonb_to_recordset(${JSON.stringify(heads)}::text::jsonb) as r(at timestamptz, head text, count bigint)`;
}
