import { type Balance, formatAmount, type TierChange } from "@rewards/domain";
import { uuidv7 } from "uuidv7";
import type { Tx } from "../client.ts";

/** Writes changes of tiers in their order. The balances have the tiers already. */
export async function writeTierChanges(tx: Tx, changes: readonly TierChange[]): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(({ id, memberId: member, currencyId: currency, from, to, atMs, saleId: sale }) => ({
    ...{ id, member, currency, from_tier: from, to_tier: to, at: new Date(atMs).toISOString(), sale },
  }));
  await tx`
    insert into tier_change (id, member, currency, from_tier, to_tier, at, sale)
    select id, member, currency, from_tier, to_tier, at, sale from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      as r(id uuid, member uuid, currency uuid, from_tier text, to_tier text, at timestamptz, sale uuid)`;
}

/** A locked balance with its new tier state, and the tier that it had. */
export interface ChangedTiers extends Pick<Balance, "memberId" | "currencyId" | "tiers"> {
  readonly before: string | null;
}

/** Writes the tier state of balances to which nothing is posted, and the changes of their tiers. */
export async function writeTiers(tx: Tx, changed: readonly ChangedTiers[], nowMs: number): Promise<void> {
  const rows = changed.map(({ memberId, currencyId, tiers }) => ({
    ...{ member: memberId, currency: currencyId, period: tiers?.period ?? null, counts: tiers?.counts ?? null },
    ...{ sums: tiers?.sums.map(formatAmount) ?? null, after: tiers?.after ?? null, tier: tiers?.tier ?? null },
  }));
  const changes = changed.flatMap(({ memberId, currencyId, before: from, tiers }): TierChange[] => {
    const to = tiers?.tier ?? null;
    return from === to ? [] : [{ id: uuidv7(), memberId, currencyId, from, to, atMs: nowMs, saleId: null }];
  });
  await Promise.all([
    writeTierChanges(tx, changes),
    tx`
      update balance b set tier_period = r.period, tier_counts = r.counts, tier_sums = r.sums, tier_after = r.after, tier = r.tier
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r(member uuid, currency uuid, period text, counts text, sums numeric(30,4)[], after bigint, tier text)
      where b.member = r.member and b.currency = r.currency`,
  ]);
}
