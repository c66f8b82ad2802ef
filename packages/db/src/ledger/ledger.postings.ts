import { setTimeout as sleep } from "node:timers/promises";
import type { Tx } from "../client.ts";

const postingsWaitMsMax = 30_000;
const postingsLookMs = 50;

/** The transactions of the postings under way: a posting locks balances before it reads the time for its entries. */
const postings = (tx: Tx) => tx`
  select coalesce(array_agg(virtualtransaction), '{}') as held from pg_locks
  where relation = 'balance'::regclass and database = (select oid from pg_database where datname = current_database())
    and mode in ('RowShareLock', 'RowExclusiveLock') and pid <> pg_backend_pid()`;

/**
 * Waits for the postings that are under way. One may have read its time long ago, if its process or Postgres was
 * suspended since. Postings that begin later get a later time.
 * @returns whether all have ended.
 */
export async function postingsEnd(tx: Tx): Promise<boolean> {
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
