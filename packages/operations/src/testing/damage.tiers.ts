import { type Damage, type FilledBooks, rechain } from "./damage.ts";

/** Tier sums that contradict entries, and an entry that contradicts its tier. */
export function tierDamages({ tiered, spender, tierCurrency, tierSale }: FilledBooks): Damage[] {
  const balance = (set: string, of = tiered) =>
    `update balance set ${set} where member = '${of}' and tier_period is not null`;
  const ofTiered = { member: tiered, currency: tierCurrency };
  const why = (from: string, to: string) =>
    `update ledger_entry set why = replace(why, '${from}', '${to}') where source_id = '${tierSale}' and why like '%${from}%'`;
  return [
    ["tier.sums", "a sum raised by 1", balance("tier_sums[1] = tier_sums[1] + 1"), ofTiered],
    ["tier.sums", "a sum of the period before", balance("tier_sums[2] = tier_sums[2] + 1"), ofTiered],
    [
      "tier.sums",
      "a sum of two periods before",
      balance("tier_sums[3] = tier_sums[3] + 1", spender),
      { member: spender },
    ],
    ["tier.sums", "an older period", balance("tier_period = '2025'"), ofTiered],
    ["tier.changes", "another tier", balance("tier = 'Tin'"), ofTiered],
    [
      "tier.changes",
      "a change that is gone",
      `delete from tier_change where member = '${tiered}' and to_tier = 'Silver'`,
      ofTiered,
    ],
    ["tier.sums", "entries that do not count", balance("tier_after = 1"), ofTiered],
    [
      "source.points",
      "another amount than that of its lines",
      [
        `update ledger_entry set why = replace(why, '"spend":0.6', '"spend":0.7') where member = '${spender}' and why like '%"spend":0.6%'`,
      ],
      { member: spender },
    ],
    [
      "entry.rules",
      "a tier that its rule does not name",
      [why('"tier":"Silver"', '"tier":"Tin"'), rechain(tiered, tierCurrency)],
      ofTiered,
    ],
  ];
}
