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
      coalesce(bool_or(not p.is_known and ${value} <> 0), false) as is_detached, coalesce(bool_or(${ahead} < 0 and ${value} <> 0), false) as is_later
    from counting b
    left join (select p.*, coalesce(o.merged_into, o.member) as holder from part p join balance o on o.member = p.member and o.currency = p.currency
      where p.sequence > o.tier_after or o.tier_after is null) p on p.holder = b.member and p.currency = b.currency
    where b.merged_into is null
    group by b.member, b.currency, b.tier_sums, b.tier_period`,
  names: { member: "member", currency: "currency" },
  checks: {
    "tier.sums": {
      says: "The tier sums of a balance are what its entries, and those of members that were merged into it, count in that period and the two before it, and none counts in a later one.",
      holds: "is_detached or (tier_sums = counted and not is_later)",
    },
  },
};

/** Each balance and tier, with how often the balance came to it and left it. */
const changes: Pass = {
  of: "changes of tiers",
  invariant: "I5",
  rows: `
    select member, currency, tier, sum(times) as times, bool_or(is_now) as is_now from (
      select member, currency, to_tier as tier, 1 as times, false as is_now from tier_change
      union all select member, currency, from_tier, -1, false from tier_change
      union all select member, currency, tier, 0, true from balance
    ) c where tier is not null group by member, currency, tier`,
  names: { member: "member", currency: "currency", tier: "tier" },
  checks: {
    "tier.changes": {
      says: "The tier of a balance is the one that its changes lead to.",
      holds: "times = case when is_now then 1 else 0 end",
    },
  },
};

export const tierPasses: readonly Pass[] = [sums, changes];
