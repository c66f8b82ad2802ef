import { sale, tierCounts } from "@rewards/domain";
import { elementsOf, jsonOf, numberAt } from "./books.check.ts";
import { soldAt } from "./books.versions.ts";

const ofShare = (key: string) => numberAt(`w -> '${key}'`);
const soldAtOf = (id: string) => `(select ${soldAt} as at from sale s where s.id = ${id} limit 1)`;

/**
 * What the parts of entries count, by what tiers may count: a sale, the repricing of one, and of a return each original
 * and the lines without one. `sold_at` is when the sale of the part was made or, if its month was detached, posted.
 * @param of a condition for the entry `e`.
 */
export const tierParts = (of: string) => `
  select e.member, e.currency, e.sequence, p.base, p.points, coalesce(p.spend, 0) as spend,
    s.at is not null as is_known, coalesce(s.at, (select o.create_date_time from ledger_entry o where o.source_id = p.sale and o.type = 'Sale' limit 1), e.create_date_time) as sold_at
  from ledger_entry e
  cross join lateral (select ${jsonOf("e.why")} as why offset 0) y
  cross join lateral (
    select case e.type when 'Adjustment' then (select a.sale from adjustment a where a.id = e.source_id) else e.source_id end as sale,
      ${numberAt("y.why -> 'base'")} as base, case e.type when 'Return' then ${numberAt("y.why -> 'base'")} else e.currency_awarded end as points,
      ${numberAt("y.why -> 'spend'")} as spend
    union all
    select case when starts_with(w ->> 'sale', '${sale.idPrefix}-') then split_part(w ->> 'sale', '-', 2)::uuid end,
      coalesce(${ofShare("base")}, ${ofShare("points")}), ${ofShare("points")}, ${ofShare("spend")}
    from ${elementsOf("y.why -> 'returns'")} w
  ) p
  left join lateral ${soldAtOf("p.sale")} s on true
  where e.type in ('Sale', 'Return', 'Adjustment') and e.rules is not null and ${of}`;

/** Counts the periods of a kind: the domain's `ordinalOf` of a local time. */
const ordinalOf = (local: string, kind: string) => `case ${kind} when 'year' then extract(year from ${local})
  when 'quarter' then extract(year from ${local}) * 4 + extract(quarter from ${local})
  else extract(year from ${local}) * 12 + extract(month from ${local}) end`;

/** The same of a period as text. */
const ordinalOfPeriod = (period: string) => `case when length(${period}) = 4 then ${period}::int
  when ${period} like '%Q%' then left(${period}, 4)::int * 4 + right(${period}, 1)::int
  else left(${period}, 4)::int * 12 + right(${period}, 2)::int end`;

/** What the part `p` counts. */
export const countedOf = (counts: string) =>
  `case ${counts} ${tierCounts.map((count) => `when '${count}' then p.${count}`).join(" ")} end`;

/** How many periods a period is ahead of the part `p`. */
export const aheadOf = (period: string, kind: string, timeZone: string) =>
  `${ordinalOfPeriod(period)} - (${ordinalOf(`(p.sold_at at time zone ${timeZone})`, kind)})`;

/** The three sums of these parts, as an array. */
export const sumsOf = (counts: string, ahead: string) =>
  `array[${[0, 1, 2].map((at) => `coalesce(sum(${countedOf(counts)}) filter (where ${ahead} = ${at}), 0)`).join(", ")}]`;
