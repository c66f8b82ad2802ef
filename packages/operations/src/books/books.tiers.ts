import { jsonOf, type Pass } from "./books.check.ts";
import { aheadOf, countedOf, sumsOf, tierParts } from "./books.parts.ts";

const kind =
  "case when length(b.tier_period) = 4 then 'year' when b.tier_period like '%Q%' then 'quarter' else 'month' end";
const counting = `(select b.*, ${kind} as kind, p.time_zone_text as zone from balance b
  join currency c on c.id = b.currency and c.position = 0 join programme p on p.id = c.program
  where ${jsonOf("p.earning_tiers")} ->> 'counts' = b.tier_counts and ${jsonOf("p.earning_tiers")} ->> 'period' = ${kind})`;
const ahead = aheadOf("b.tier_period", "b.kind", "b.zone");
const value = countedOf("b.tier_counts");

/** Each balance whose sums count what its programme's tiers count now, with the entries that count. */
const sums: Pass = {
  of: "sums of tiers",
  invariant: "I5",
  rows: `
    with counting as materialized ${counting}, part as materialized (${tierParts("(e.member, e.currency) in (select member, currency from counting)")})
    select b.member, b.currency, b.tier_sums, ${sumsOf("b.tier_counts", ahead)} as counted,
      coalesce(bool_or(p.sold_at is null and ${value} <> 0), false) as is_detached, coalesce(bool_or(${ahead} < 0 and ${value} <> 0), false) as is_later
    from counting b left join part p on p.member = b.member and p.currency = b.currency and p.sequence > b.tier_after
    group by b.member, b.currency, b.tier_sums, b.tier_period`,
  names: { member: "member", currency: "currency" },
  checks: {
    "tier.sums": {
      says: "The tier sums of a balance are what its entries count in that period and the two before it, and none counts in a later one.",
      holds: "is_detached or (tier_sums = counted and not is_later)",
    },
  },
};

export const tierPasses: readonly Pass[] = [sums];
