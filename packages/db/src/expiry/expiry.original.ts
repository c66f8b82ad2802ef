import { cutoffWithin, type ExpiryRules } from "@rewards/domain";
import type { Tx } from "../client.ts";
import { balanceName, type LockedBalance } from "../ledger/ledger.lock.ts";
import { cutoffsAt } from "./expiry.first.ts";

/** A sale that a return names, with the balance that its award is part of. */
export interface AwardedSale {
  readonly id: string;
  readonly memberId: string;
  readonly currencyId: string;
  readonly award: { readonly postedAtMs: number } | undefined;
  readonly expiry?: ExpiryRules | undefined;
}

/**
 * The IDs of the sales whose award has expired: by the clock, or because an Expiry entry took what was left of it
 * before an edit or another entry gave the balance more time. Points that have expired stay expired. Sends one
 * statement, or none if the clock decides all. Send it after the locks.
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
  const others: { id: string; memberId: string; currencyId: string; postedAtMs: number }[] = [];
  for (const { id, memberId, currencyId, award, expiry } of sales) {
    if (!award || !expiry) continue;
    const lastAtMs = locked.get(balanceName({ memberId, currencyId }))?.lastAtMs ?? clockMs;
    if (award.postedAtMs <= cutoffWithin(cutoffOf(expiry), lastAtMs)) expired.add(id);
    else others.push({ id, memberId, currencyId, postedAtMs: award.postedAtMs });
  }
  if (others.length === 0) return expired;
  const rows = await tx<{ id: string }[]>`
    select k.id
    from unnest(${others.map(({ id }) => id)}::uuid[], ${others.map(({ memberId }) => memberId)}::uuid[],
      ${others.map(({ currencyId }) => currencyId)}::uuid[],
      ${others.map(({ postedAtMs }) => new Date(postedAtMs).toISOString())}::timestamptz[]) as k(id, member, currency, at)
    where exists (
      select from ledger_entry x join ledger_entry s on s.id = x.source_id
      where x.member = k.member and x.currency = k.currency and x.type = 'Expiry' and x.create_date_time >= k.at
        and s.create_date_time >= k.at)
      or exists (select from sale_return where original_id = k.id and expired)`;
  for (const { id } of rows) expired.add(id);
  return expired;
}
