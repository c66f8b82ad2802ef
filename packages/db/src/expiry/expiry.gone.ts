import {
  type Amount,
  type BalanceKey,
  balanceName,
  cutoffWithin,
  type ExpiredAwards,
  type PastCutoff,
  pastCutoffs,
} from "@rewards/domain";
import { isAward, lastExpired } from "../award.ts";
import type { Tx } from "../client.ts";
import { wideAmountOf } from "../ledger/ledger.lock.ts";
import { cutoffsAt, type ExpiringBalance, instantText } from "./expiry.first.ts";

interface GoneRow {
  readonly member: string;
  readonly currency: string;
  readonly last: string;
  readonly points: string;
}

/**
 * By `balanceName`: the awards of each balance that have expired, by the clock or at any time before: an award that an
 * Expiry entry ended stays expired, and so does one that had expired with nothing left when the rules were edited. Without
 * any: left out. Send it after the locks.
 */
export async function readGone(
  tx: Tx,
  balances: readonly ExpiringBalance[],
  clockMs: number,
): Promise<Map<string, ExpiredAwards>> {
  if (balances.length === 0) return new Map();
  const cutoffOf = cutoffsAt(clockMs);
  const due = balances.map(({ balance, rules }) => ({
    ...balance,
    cutoffMs: cutoffWithin(cutoffOf(rules), balance.lastAtMs),
  }));
  const edited = balances.flatMap(({ balance, rules }) => pastCutoffs(rules).map((edit) => ({ ...balance, ...edit })));
  const found = await Promise.all([readEnded(tx, due), readEmptied(tx, edited)]);
  const gone = new Map<string, ExpiredAwards>();
  for (const { member, currency, last: lastId, points } of found.flat()) {
    const name = balanceName({ memberId: member, currencyId: currency });
    const one = { lastId, points: wideAmountOf(points) };
    // What awards up to one come to never falls from award to award.
    if ((gone.get(name)?.points ?? (-1n as Amount)) < one.points) gone.set(name, one);
  }
  return gone;
}

/** The last award of each balance up to its cutoff, or up to that of its last Expiry entry. */
function readEnded(tx: Tx, due: readonly (BalanceKey & { readonly cutoffMs: number })[]): Promise<GoneRow[]> {
  return tx<GoneRow[]>`
    select k.member, k.currency, e.id as last, (e.awarded_after - coalesce(r.points, 0))::numeric(30,4) as points
    from unnest(${due.map(({ memberId }) => memberId)}::uuid[], ${due.map(({ currencyId }) => currencyId)}::uuid[],
      ${due.map(({ cutoffMs }) => instantText(cutoffMs))}::timestamptz[]) as k(member, currency, cutoff)
    cross join lateral (
      select coalesce((
        select s.sequence from ledger_entry x join ledger_entry s on s.id = ${tx.unsafe(lastExpired("x"))}
        where x.member = k.member and x.currency = k.currency and x.type = 'Expiry' order by x.sequence desc limit 1), 0) as sequence
    ) t
    cross join lateral (
      select a.id, a.awarded_after, a.create_date_time as at from ledger_entry a
      where a.member = k.member and a.currency = k.currency and ${tx.unsafe(isAward("a"))}
        and (a.create_date_time <= k.cutoff or a.sequence <= t.sequence)
      order by a.sequence desc limit 1
    ) e
    cross join lateral (
      select sum(points) as points from returned_line
      where member = k.member and currency = k.currency and original_posted_at <= e.at
    ) r`;
}

/** The last award of each balance that had expired when its rules were edited, and of which nothing was left then. */
async function readEmptied(tx: Tx, edited: readonly (BalanceKey & PastCutoff)[]): Promise<GoneRow[]> {
  if (edited.length === 0) return [];
  const ofAwards = ({ cutoff }: PastCutoff) => cutoff.start === "award";
  return tx<GoneRow[]>`
    select k.member, k.currency, e.id as last, (e.awarded_after - e.returned)::numeric(30,4) as points
    from unnest(${edited.map(({ memberId }) => memberId)}::uuid[], ${edited.map(({ currencyId }) => currencyId)}::uuid[],
      ${edited.map(({ atMs }) => new Date(atMs).toISOString())}::timestamptz[],
      ${edited.map((one) => instantText(ofAwards(one) ? one.cutoff.untilMs : one.atMs))}::timestamptz[],
      ${edited.map((one) => instantText(ofAwards(one) ? Number.POSITIVE_INFINITY : one.cutoff.untilMs))}::timestamptz[])
      as k(member, currency, at, until, idle_until)
    cross join lateral (
      select create_date_time as at, awarded_after - member_balance - coalesce((
        select sum(points) from sale_return where member = k.member and currency = k.currency and posted_at <= k.at), 0) as deducted
      from ledger_entry where member = k.member and currency = k.currency and create_date_time <= k.at
      order by sequence desc limit 1
    ) l
    cross join lateral (
      select a.id, a.awarded_after, r.points as returned
      from ledger_entry a
      cross join lateral (
        select coalesce(sum(points), 0) as points from sale_return
        where member = k.member and currency = k.currency and posted_at <= k.at and original_posted_at <= a.create_date_time
      ) r
      where a.member = k.member and a.currency = k.currency and ${tx.unsafe(isAward("a"))}
        and a.create_date_time <= least(k.until, k.at) and a.awarded_after - r.points <= l.deducted
      order by a.sequence desc limit 1
    ) e
    where l.at <= k.idle_until`;
}
