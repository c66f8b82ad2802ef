import {
  type Amount,
  type Balance,
  type BalanceKey,
  type Book,
  balanceName,
  cutoffWithin,
  type ExpiredAwards,
  type ExpiryCutoff,
  type ExpiryRules,
  expiryCutoff,
  expiryPosting,
} from "@rewards/domain";
import { isAward } from "../award.ts";
import type { Tx } from "../client.ts";
import { wideAmountOf } from "../ledger/ledger.lock.ts";

/** A locked balance in a currency whose points expire. */
export interface ExpiringBalance {
  readonly balance: Balance;
  readonly rules: ExpiryRules;
}

/**
 * Posts the expired points of these balances to the book, so that no deduction uses them. Sends one statement, or none
 * if no balance can have expired points. Send it after the locks: it sees what the last holder of a lock committed.
 * @param clockMs Postgres' clock, read after the locks.
 */
export async function expireFirst(
  tx: Tx,
  book: Pick<Book, "post">,
  expiring: readonly ExpiringBalance[],
  clockMs: number,
): Promise<void> {
  const cutoffOf = cutoffsAt(clockMs);
  const due = expiring.flatMap(({ balance, rules }): DueBalance[] => {
    const cutoffMs = cutoffWithin(cutoffOf(rules), balance.lastAtMs);
    return balance.balance > 0n && cutoffMs !== Number.NEGATIVE_INFINITY ? [{ balance, cutoffMs }] : [];
  });
  if (due.length === 0) return;
  const expired = await readExpired(
    tx,
    due.map(({ balance, cutoffMs }) => ({ ...balance, cutoffMs })),
  );
  for (const { balance } of due) {
    const posting = expiryPosting(balance, expired.get(balanceName(balance)));
    if (posting) book.post([posting]);
  }
}

interface DueBalance {
  readonly balance: Balance;
  readonly cutoffMs: number;
}

/** Balances of a currency share their rules, so that the cutoff of each currency is found once. */
export function cutoffsAt(clockMs: number): (rules: ExpiryRules) => ExpiryCutoff {
  const cutoffs = new Map<ExpiryRules, ExpiryCutoff>();
  return (rules) => {
    const cutoff = cutoffs.get(rules) ?? expiryCutoff(rules, clockMs);
    cutoffs.set(rules, cutoff);
    return cutoff;
  };
}

/** By `balanceName`: the awards of each balance that were posted at or before its cutoff. Without any: left out. */
async function readExpired(
  tx: Tx,
  keys: readonly (BalanceKey & { readonly cutoffMs: number })[],
): Promise<Map<string, ExpiredAwards>> {
  const rows = await tx<{ member: string; currency: string; last: string; points: string }[]>`
    select k.member, k.currency, e.id as last, (e.awarded_after - coalesce(r.points, 0))::numeric(30,4) as points
    from unnest(${keys.map(({ memberId }) => memberId)}::uuid[], ${keys.map(({ currencyId }) => currencyId)}::uuid[],
      ${keys.map(({ cutoffMs }) => instantText(cutoffMs))}::timestamptz[]) as k(member, currency, cutoff)
    cross join lateral (
      select id, awarded_after from ledger_entry
      where member = k.member and currency = k.currency and ${tx.unsafe(isAward("ledger_entry"))} and create_date_time <= k.cutoff
      order by create_date_time desc, sequence desc limit 1
    ) e
    cross join lateral (
      select sum(points) as points from returned_line
      where member = k.member and currency = k.currency and original_posted_at <= k.cutoff
    ) r`;
  return new Map(
    rows.map(({ member, currency, last, points }) => [
      balanceName({ memberId: member, currencyId: currency }),
      { lastId: last, points: wideAmountOf(points) },
    ]),
  );
}

/** For a parameter of type timestamptz. Infinity is after every time, and -Infinity before. */
export function instantText(ms: number): string {
  if (Number.isFinite(ms)) return new Date(ms).toISOString();
  return ms > 0 ? "infinity" : "-infinity";
}

/** Awards of sales inside the return window. */
export interface RecentAwards {
  /** Their sum, less what returns took back from these sales. */
  readonly points: Amount;
  /** When the last of them was posted. */
  readonly lastAtMs: number;
}

/**
 * By `balanceName`: the awards of sales that were posted after each balance's `sinceMs`, also those of members that were
 * merged into it. Without any: left out.
 */
export async function readRecent(
  tx: Tx,
  keys: readonly (BalanceKey & { readonly sinceMs: number })[],
): Promise<Map<string, RecentAwards>> {
  const rows = await tx<{ member: string; currency: string; points: string; last_at: Date }[]>`
    select k.member, k.currency, sum(e.points)::numeric(30,4) as points, max(e.at) as last_at
    from unnest(${keys.map(({ memberId }) => memberId)}::uuid[], ${keys.map(({ currencyId }) => currencyId)}::uuid[],
      ${keys.map(({ sinceMs }) => instantText(sinceMs))}::timestamptz[]) as k(member, currency, since)
    cross join lateral (
      select create_date_time as at, currency_awarded
        - coalesce((select sum(points) from returned_line where original_id = source_id), 0) as points
      from ledger_entry
      where member = any(array(
          select k.member union all select o.member from balance o where o.merged_into = k.member and o.currency = k.currency))
        and currency = k.currency and type = 'Sale' and create_date_time > k.since
    ) e
    where e.points > 0
    group by k.member, k.currency`;
  return new Map(
    rows.map(({ member, currency, points, last_at: lastAt }) => [
      balanceName({ memberId: member, currencyId: currency }),
      { points: wideAmountOf(points), lastAtMs: lastAt.getTime() },
    ]),
  );
}
