import { balanceName, cutoffWithin, type ExpiryRules, type PastCutoff, pastCutoffs } from "@rewards/domain";
import { lastExpired } from "../award.ts";
import type { Tx } from "../client.ts";
import type { LockedBalance } from "../ledger/ledger.lock.ts";
import { cutoffsAt, instantText } from "./expiry.first.ts";

/** A sale that a return names, with the balance that its award is part of. */
export interface AwardedSale {
  readonly id: string;
  readonly memberId: string;
  readonly currencyId: string;
  readonly award: { readonly postedAtMs: number } | undefined;
  readonly merged?: { readonly into: string; readonly atMs: number } | undefined;
  readonly expiry?: ExpiryRules | undefined;
}

interface KeptSale {
  readonly id: string;
  readonly memberId: string;
  readonly currencyId: string;
  readonly postedAtMs: number;
  readonly expiry: ExpiryRules;
}

/**
 * The IDs of the sales whose award has expired, by the present rules and clock or earlier: an award that has expired stays
 * expired, although a later edit of the rules or a later entry gave the balance more time. An earlier expiry shows by an
 * Expiry entry that took the rest of the award or, if nothing was left to take, by the rules that an edit replaced. Sends
 * two statements at most, and none if the clock decides all. Send it after the locks.
 */
export async function findExpired(
  tx: Tx,
  sales: readonly AwardedSale[],
  balances: readonly LockedBalance[],
  clockMs: number,
): Promise<Set<string>> {
  const cutoffOf = cutoffsAt(clockMs);
  const locked = new Map(balances.map((balance) => [balanceName(balance), balance]));
  const expired = new Set<string>();
  const others: KeptSale[] = [];
  for (const { id, memberId, currencyId, award, expiry, merged } of sales) {
    if (!award || !expiry) continue;
    const lastAtMs = locked.get(balanceName({ memberId: merged?.into ?? memberId, currencyId }))?.lastAtMs ?? clockMs;
    // Its points began a new life with the merge, unless they had expired.
    if (merged && merged.atMs <= cutoffWithin(cutoffOf(expiry), lastAtMs)) expired.add(id);
    if (merged && award.postedAtMs > cutoffWithin(cutoffsAt(merged.atMs)(expiry), merged.atMs)) continue;
    if (award.postedAtMs <= cutoffWithin(cutoffOf(expiry), lastAtMs)) expired.add(id);
    else others.push({ id, memberId, currencyId, postedAtMs: award.postedAtMs, expiry });
  }
  if (others.length === 0) return expired;
  const found = await Promise.all([findTaken(tx, others), findSpent(tx, others)]);
  for (const id of found.flat()) expired.add(id);
  return expired;
}

const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

/** The sales whose remaining points an Expiry entry took, or whose award an earlier return found expired. */
async function findTaken(tx: Tx, others: readonly KeptSale[]): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select k.id
    from unnest(${others.map(({ id }) => id)}::uuid[], ${others.map(({ memberId }) => memberId)}::uuid[],
      ${others.map(({ currencyId }) => currencyId)}::uuid[],
      ${others.map(({ postedAtMs }) => new Date(postedAtMs).toISOString())}::timestamptz[]) as k(id, member, currency, at)
    where exists (
      select from ledger_entry x join ledger_entry s on s.id = ${tx.unsafe(lastExpired("x"))}
      where x.member = k.member and x.currency = k.currency and x.type = 'Expiry' and x.create_date_time >= k.at
        and s.create_date_time >= k.at)
      or exists (select from returned_line where original_id = k.id and expired)`;
  return idsOf(rows);
}

/**
 * The sales whose award had expired when the rules were edited, but had no points left that an Expiry entry could take.
 * Reads all returns of their members, but only if an edit came after an award had expired.
 */
async function findSpent(tx: Tx, others: readonly KeptSale[]): Promise<string[]> {
  const edits = new Map(others.map(({ expiry }) => [expiry, pastCutoffs(expiry)]));
  const mayBeOver = ({ postedAtMs }: KeptSale, { atMs, cutoff }: PastCutoff) =>
    postedAtMs <= (cutoff.start === "award" ? cutoff.untilMs : atMs);
  const doubted = others.flatMap((one) =>
    (edits.get(one.expiry) ?? []).filter((edit) => mayBeOver(one, edit)).map((edit) => ({ ...one, ...edit })),
  );
  if (doubted.length === 0) return [];
  const rows = await tx<{ id: string }[]>`
    select k.id
    from unnest(${doubted.map(({ id }) => id)}::uuid[], ${doubted.map(({ atMs }) => new Date(atMs).toISOString())}::timestamptz[],
      ${doubted.map(({ cutoff }) => instantText(cutoff.start === "award" ? Number.POSITIVE_INFINITY : cutoff.untilMs))}::timestamptz[]) as k(id, at, idle_until)
    cross join lateral (
      select s.member, s.currency, s.sequence, s.awarded_after from ledger_entry s where s.source_id = k.id and s.type = 'Sale'
      union all
      select s.member, s.currency, s.sequence, s.awarded_after from adjustment a join ledger_entry s on s.source_id = a.id where a.sale = k.id
      order by sequence limit 1
    ) e
    cross join lateral (
      select create_date_time as at, awarded_after, member_balance from ledger_entry
      where member = e.member and currency = e.currency and create_date_time <= k.at
      order by create_date_time desc, sequence desc limit 1
    ) l
    cross join lateral (
      select coalesce(sum(t.points), 0) as points, coalesce(sum(t.points) filter (where o.sequence <= e.sequence), 0) as up_to
      from sale_return t join ledger_entry o on o.source_id = t.original_id and o.type = 'Sale' and o.currency = t.currency
      where t.member = e.member and t.currency = e.currency and t.posted_at <= k.at
    ) r
    where l.at <= k.idle_until
      and l.awarded_after - l.member_balance - r.points >= e.awarded_after - r.up_to`;
  return idsOf(rows);
}
