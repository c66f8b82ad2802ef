import { setTimeout as sleep } from "node:timers/promises";
import { closedUntil, headPeriodMs, headsOf, type LedgerHead } from "@rewards/domain";
import type { Sql, Tx } from "../client.ts";
import { readClock } from "../ledger/ledger.lock.ts";
import { advisoryLocks } from "../lock.ts";
import { allowLong } from "../scan.ts";
import { beforeAll, foldPeriods } from "./ledger-head.fold.ts";
import { readTail } from "./ledger-head.read.ts";

export interface WriteHeadsOptions {
  /** Milliseconds since the epoch; Postgres' own clock where left out. */
  readonly clockMs?: number;
}

/**
 * Writes the heads of the periods that are over and have none yet, in one transaction. Whoever comes meanwhile waits, and
 * finds nothing to do. Only the entries of those periods are read.
 * @returns the heads written; none where a posting that may belong to them does not end, so that a later run writes them.
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
  const { head, from, follows } = await readTail(tx);
  const until = closedUntil(clockMs);
  if (from !== beforeAll && from >= until) return [];
  if (!(await postingsEnd(tx))) return [];
  const heads = headsOf("period", await foldPeriods(tx, from, await endsOf(tx, from, until)), head);
  await insertHeads(tx, heads, follows);
  return heads;
}

const postingsWaitMsMax = 30_000;
const postingsLookMs = 50;

/** Every posting locks balances before it takes its time. */
const postings = (tx: Tx) => tx`
  select coalesce(array_agg(virtualtransaction), '{}') as held from pg_locks
  where relation = 'balance'::regclass and database = (select oid from pg_database where datname = current_database())
    and mode in ('RowShareLock', 'RowExclusiveLock') and pid <> pg_backend_pid()`;

/**
 * Waits for the postings that are under way, of which one may have taken its time long ago: its process or Postgres may
 * have been stopped meanwhile. Those that begin later get a later time.
 * @returns whether they have ended.
 */
async function postingsEnd(tx: Tx): Promise<boolean> {
  const held = async (): Promise<string[]> => (await postings(tx))[0]?.["held"] ?? [];
  let left = await held();
  for (const endMs = Date.now() + postingsWaitMsMax; left.length > 0; ) {
    if (Date.now() > endMs) return false;
    await sleep(postingsLookMs);
    const now = new Set(await held());
    left = left.filter((transaction) => now.has(transaction));
  }
  return true;
}

/** The ends of the periods with entries, in order. */
async function endsOf(tx: Tx, from: string, until: string): Promise<string[]> {
  const rows = await tx<{ until: Date }[]>`
    select distinct date_bin(p.length, create_date_time, 'epoch') + p.length as until
    from ledger_entry, (select ${headPeriodMs} * interval '1 millisecond' as length) p
    where create_date_time >= ${from}::text::timestamptz and create_date_time < ${until}::text::timestamptz order by until`;
  return rows.map((row) => row.until.toISOString());
}

async function insertHeads(tx: Tx, heads: readonly LedgerHead[], follows: string | null): Promise<void> {
  if (heads.length === 0) return;
  const rows = heads.map((head, index) => ({ ...head, follows: index === 0 ? follows : null }));
  await tx`
    insert into ledger_period_head (until, follows, head, entries)
    select at, follows, decode(head, 'hex'), count
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r(at timestamptz, follows date, head text, count bigint)`;
}
