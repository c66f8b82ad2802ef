import { setTimeout as sleep } from "node:timers/promises";
import { type Balance, type Book, type Entry, formatAmount, type TierState } from "@rewards/domain";
import type { Sql, Tx } from "../client.ts";
import { writeTierChanges } from "./ledger.tiers.ts";

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

/**
 * The only writer of the ledger: writes the entries of a book and the resulting balances, in two statements, and a
 * third one if tiers change.
 * The unique index on the source of an entry prevents a second posting.
 */
export async function writeBook(
  tx: Tx,
  book: Pick<Book, "entries" | "changedBalances" | "tierChanges">,
): Promise<void> {
  const entries = book.entries();
  if (entries.length === 0) return;
  await Promise.all([
    writeEntries(tx, entries),
    writeBalances(tx, book.changedBalances()),
    writeTierChanges(tx, book.tierChanges()),
  ]);
}

/** Call it directly only to fill a ledger in bulk. */
export async function writeEntries(tx: Sql | Tx, entries: readonly Entry[]): Promise<void> {
  const each = <T>(of: (entry: Entry) => T) => entries.map(of);
  await tx`
    insert into ledger_entry (id, member, currency, sequence, type, currency_awarded, member_balance, awarded_after,
      source_class, source_id, create_date_time, hash, rules, why)
    select id, member, currency, sequence, type, amount, balance, awarded, source_class, source_id, posted, decode(hash, 'hex'), rules, why
    from unnest(${each((one) => one.id)}::uuid[], ${each((one) => one.memberId)}::uuid[],
      ${each((one) => one.currencyId)}::uuid[], ${each((one) => String(one.sequence))}::bigint[],
      ${each((one) => one.type)}::text[], ${each((one) => formatAmount(one.amount))}::numeric[],
      ${each((one) => formatAmount(one.balanceAfter))}::numeric[], ${each((one) => formatAmount(one.awardedAfter))}::numeric[],
      ${each((one) => one.sourceClass)}::text[], ${each((one) => one.sourceId)}::uuid[],
      ${isoTimes(each((one) => one.postedAtMs))}::timestamptz[], ${each((one) => one.hash)}::text[],
      ${each((one) => one.rules)}::int[], ${each((one) => one.why)}::text[])
      as r(id, member, currency, sequence, type, amount, balance, awarded, source_class, source_id, posted, hash, rules, why)`;
}

/** Writes balances as they are after their last entries. Call it directly only to fill a ledger in bulk. */
export async function writeBalances(tx: Sql | Tx, balances: readonly Balance[]): Promise<void> {
  const each = <T>(of: (balance: Balance) => T) => balances.map(of);
  const ids = each((one) => one.id);
  const tiers = tierColumns(tx, balances);
  await tx`
    update balance b set balance = r.balance, awarded = r.awarded, sequence = r.sequence, last_at = r.last_at,
      last_hash = decode(r.last_hash, 'hex')${tiers.set}
    from unnest(${ids}::uuid[], ${each((one) => formatAmount(one.balance))}::numeric[],
      ${each((one) => formatAmount(one.awarded))}::numeric[], ${each((one) => String(one.sequence))}::bigint[],
      ${isoTimes(each((one) => one.lastAtMs))}::timestamptz[], ${each((one) => one.lastHash)}::text[]${tiers.values})
      as r(id, balance, awarded, sequence, last_at, last_hash${tiers.names})
    where b.id = any(${ids}::uuid[]) and b.id = r.id`;
}

/** The columns of tiers, only if one of the balances has any. The driver cannot send a list that begins with null. */
function tierColumns(tx: Sql | Tx, balances: readonly Balance[]) {
  if (!balances.some(({ tiers }) => tiers)) return { set: tx``, values: tx``, names: tx`` };
  const each = (of: (tiers: TierState) => string | null) => balances.map(({ tiers }) => (tiers && of(tiers)) ?? "");
  return {
    set: tx`, tier_period = nullif(r.tier_period, ''), tier_counts = nullif(r.tier_counts, ''),
      tier_sums = nullif(r.tier_sums, '')::numeric(30,4)[], tier_after = nullif(r.tier_after, '')::bigint, tier = nullif(r.tier, '')`,
    values: tx`, ${each(({ period }) => period)}::text[], ${each(({ counts }) => counts)}::text[],
      ${each(({ sums }) => `{${sums.map(formatAmount).join()}}`)}::text[], ${each(({ after }) => String(after))}::text[],
      ${each(({ tier }) => tier)}::text[]`,
    names: tx`, tier_period, tier_counts, tier_sums, tier_after, tier`,
  };
}

/** Formats each run of equal times once: most entries of a batch have the same time. */
function isoTimes(times: readonly number[]): string[] {
  let lastMs: number | undefined;
  let text = "";
  return times.map((ms) => {
    if (ms !== lastMs) text = new Date(ms).toISOString();
    lastMs = ms;
    return text;
  });
}
