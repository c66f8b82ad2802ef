import { type GainKind, returnsSumKey, sale } from "@rewards/domain";
import { elementsOf, entryNames, jsonOf, numberAt, type Pass } from "./books.check.ts";
import { netOf, numbersIn, ruleLines } from "./books.goods.ts";
import { isInSegment } from "./books.segments.ts";
import { roundedExact } from "./books.sources.ts";
import { soldAt } from "./books.versions.ts";

/** The domain's `valueOfSum`: the points that a running sum is worth, by its key alone. */
const worthOfSum = (key: string, total: string) => `(
  select case w[1] when 'cap' then least(w[2]::numeric, ${total})
    when 'every' then w[4]::numeric * least(floor((${total}) / w[3]::numeric), coalesce(w[5]::numeric, 'infinity')) end
  from string_to_array(split_part(${key}, '/', 2), ':') w)`;

/** Each rule of each version as `j`: versions are read once. */
export const versionRules = `
  select v.program, v.version, j ->> 'id' as id, j from earning_version v cross join lateral ${elementsOf(jsonOf("v.rules"))} j`;

const whySums = (entry: string) => `${elementsOf(`${jsonOf(`${entry}.why`)} -> 'sums'`)}`;

/** What each kind of gain gives before rounding: the domain's `gains`. */
const gains: Readonly<Record<GainKind, string>> = {
  multiplier: "amount * v_rate * ((j #>> '{gives,multiplier}')::numeric - 1)",
  rate: "amount * (j #>> '{gives,rate}')::numeric",
  perQuantity: "quantity * (j #>> '{gives,perQuantity}')::numeric",
  bonus: "(j #>> '{gives,bonus}')::numeric",
};
const gained = Object.entries(gains).map(([kind, sql]) => `when j -> 'gives' ? '${kind}' then ${sql}`);

/** What the rule `j` gives for `amount` and `quantity`, by the rate and rounding `v_…`: the domain's `measureRule`. */
export const measured = `case
  when amount = 0 or amount < coalesce((j ->> 'minimumSpend')::numeric, 0) or quantity < coalesce((j ->> 'minimumQuantity')::numeric, 0) then 0
  when j -> 'every' ? 'quantity' then quantity when j -> 'every' ? 'spend' then amount when j ? 'every' then 1
  else least(${roundedExact(`case ${gained.join(" ")} end`, { rounding: "v_rounding", digits: "v_digits" })},
    case when j #>> '{cap,per}' = 'sale' then (j #>> '{cap,points}')::numeric end) end`;

/** Whether the rule `j` counts in a running sum. */
export const hasSum = "(j ? 'every' or coalesce(j #>> '{cap,per}', 'sale') <> 'sale')";
const isListed = (path: string, value: string) =>
  `(j #> '{where,${path}}' is null or j #> '{where,${path}}' ? ${value})`;

/** The time zones that a programme has or had, as far as its record and the audit know. */
const zones = `
  select id as program, time_zone_text as zone from programme
  union select p.id, w ->> 'timeZone' from audit_entry a cross join lateral ${elementsOf("a.detail -> 'programmes'")} w
  join programme p on p.business_id = w ->> 'businessId' where a.operation = 'programmes.apply' and w ->> 'timeZone' is not null`;

/** The domain's `periodOf` of a local time. */
const periodOf = (
  per: string,
) => `case ${per} when 'campaign' then '' else to_char(local, case ${per} when 'day' then 'YYYY-MM-DD'
  when 'week' then 'IYYY-"W"IW' when 'month' then 'YYYY-MM' when 'quarter' then 'YYYY-"Q"Q' else 'YYYY' end) end`;
/** The key of the running sum of the rule `j`: the domain's `keyOfSum`. */
const key = `coalesce(j ->> 'group', rule) || '/' || case when j ? 'every' then concat_ws(':', 'every',
    case when j -> 'every' ? 'quantity' then 'quantity' when j -> 'every' ? 'spend' then 'spend' else 'visits' end,
    coalesce(j #>> '{every,quantity}', j #>> '{every,spend}', j #>> '{every,visits}'), j #>> '{gives,bonus}', j #>> '{every,times}')
  else 'cap:' || (j #>> '{cap,points}') end || '/' || ${periodOf("coalesce(j #>> '{every,per}', j #>> '{cap,per}')")}`;
const clock = `to_char(local, 'HH24:MI')`;
const [opens, closes] = ["(j #>> '{where,time,0}')", "(j #>> '{where,time,1}')"].map((text) => `${text} collate "C"`);
/** Whether the dates, days and hours of the rule `j` have a local time, which its key has too. Local times compare as text. */
const isInTime = `to_char(local, 'YYYY-MM-DD"T"HH24:MI:SS') collate "C" >= coalesce(j ->> 'from', '')
  and (j ->> 'to' is null or to_char(local, 'YYYY-MM-DD"T"HH24:MI:SS') collate "C" < j ->> 'to') and ${isListed("day", "to_char(local, 'Dy')")}
  and case when j #> '{where,time}' is null then true when ${opens} < ${closes} then ${clock} >= ${opens} and ${clock} < ${closes}
    else ${clock} >= ${opens} or ${clock} < ${closes} end
  and (key is null or key = ${key})`;

/** The entries of sales that name rules, with the sale's lines after voids and reductions, expanded once, by position. */
const ruled = `
  select e.id, e.member, e.member as buyer, e.create_date_time as posted_at, e.currency, e.sequence, c.program, e.rules, w.why, s.store_code, s.sale_channel_code, s.sold_at, s.create_date_time, g.*
  from ledger_entry e
  join (select id, store_code, sale_channel_code, sale_items, create_date_time, ${soldAt} as sold_at from sale s) s on s.id = e.source_id
  join currency c on c.id = e.currency
  cross join lateral (select ${jsonOf("e.why")} as why offset 0) w
  cross join lateral (
    select array_agg(amount order by line) as amounts, array_agg(quantity order by line) as quantities,
      array_agg(s.sale_items -> line::int ->> 'ProductCode' order by line) as codes from (${netOf("s.sale_items")}) g
  ) g
  where e.type = 'Sale' and strpos(e.why, '"rules":[{') > 0`;

/** Each rule that an entry of a sale names, with what its version says of it, and what is left of its lines. */
const shares: Pass = {
  of: "rules in entries of sales",
  invariant: "I2",
  rows: `
    with rule_in as materialized (${versionRules}), zone as materialized (${zones}), ruled as materialized (${ruled})
    select *, rank() over (partition by id, coalesce(j ->> 'group', rule) order by measure desc, nth) as place,
      count(*) over (partition by id, rule) as times,
      exists (select from zone z cross join lateral (select sold_at at time zone z.zone as local) l where z.program = measured.program and ${isInTime}) as is_in_time from (
      select *, ${measured} as measure from (
        select e.id, e.member, e.currency, e.sequence, e.program, n as nth, r ->> 'id' as rule, ${numberAt("r -> 'points'")} as points, i.j,
          coalesce(e.why ->> 'tier', '') as tier, v.rate as v_rate, v.rounding as v_rounding, v.fraction_digits as v_digits, e.store_code, e.sale_channel_code, e.sold_at, e.buyer, e.posted_at,
          v.late_days is null or e.create_date_time - e.sold_at <= make_interval(days => v.late_days) as is_early, g.*, k.*
        from ruled e
        left join earning_version v on v.program = e.program and v.version = e.rules
        cross join lateral ${elementsOf("e.why -> 'rules'")} with ordinality as rules(r, n)
        left join rule_in i on i.program = e.program and i.version = e.rules and i.id = r ->> 'id'
        left join lateral (
          select k ->> 'key' as key, ${numberAt("k -> 'before'")} as before, ${numberAt("k -> 'value'")} as value from ${elementsOf("e.why -> 'sums'")} k
          where split_part(k ->> 'key', '/', 1) = coalesce(i.j ->> 'group', r ->> 'id') limit 1
        ) k on true
        cross join lateral (
          select coalesce(sum(e.amounts[line + 1]), 0) as amount, coalesce(sum(e.quantities[line + 1]) filter (where e.amounts[line + 1] > 0), 0) as quantity,
            array_agg(e.codes[line + 1]) as codes, coalesce(bool_and(is_counted), false) as are_counted
          from (select l.line::int as line, c.line is not null as is_counted
            from (${numbersIn(ruleLines("r", "e.why"))}) l left join (${numbersIn("e.why -> 'lines'")}) c on c.line = l.line) l
        ) g
      ) shares
    ) measured`,
  names: entryNames,
  checks: {
    "entry.rules": {
      says: "Each rule in an entry of a sale is one of its version, holds for its store, channel, segments, tier and products and for the local time, and gives what it makes of its lines; a capped one gives what that adds to the worth of its sum. Of a group, one gives.",
      holds: `j is not null and times = 1 and are_counted and is_early and is_in_time
        and measure > 0 and ${isListed("store", "store_code")} and ${isListed("channel", "sale_channel_code")} and ${isInSegment} and ${isListed("tier", "tier")}
        and (j #> '{where,product}' is null or not exists (select from unnest(codes) code where not j #> '{where,product}' ? code))
        and not exists (select from unnest(codes) code where j #> '{except,product}' ? code)
        and case when place > 1 then points = 0
          when ${hasSum} then value = measure and points = ${worthOfSum("key", "before + value")} - ${worthOfSum("key", "before")}
          else points = measure end`,
    },
  },
};

/** What each return took of each original, with the original's ID as it is in the why, without its prefix. */
export const returnShares = `
  select split_part(w ->> 'sale', '-', 2) as sale, coalesce(${numberAt("w -> 'base'")}, ${numberAt("w -> 'points'")}) as base, w -> 'rules' as rules
  from ledger_entry y cross join lateral ${elementsOf(`${jsonOf("y.why")} -> 'returns'`)} w
  where y.type = 'Return' and strpos(y.why, '"returns"') > 0 and starts_with(w ->> 'sale', '${sale.idPrefix}-')`;

const moves = `
  select e.member, e.sequence, k ->> 'key' as key, ${numberAt("k -> 'before'")} as before, ${numberAt("k -> 'value'")} as value
  from ledger_entry e cross join lateral ${whySums("e")} k
  where e.type in ('Sale', 'Return') and strpos(e.why, '"sums":[{') > 0 and k ->> 'key' <> '${returnsSumKey}'`;

/**
 * The rules of a sale that moved a running sum, by the key of their sum, with what they gave. A text is looked for by
 * `strpos`: of `like`, Postgres expects next to nothing, and then reads all of this again for every row of something else.
 */
const summed = `
  select s.member, s.sale, i.id as rule, k ->> 'key' as key, ${numberAt("s.r -> 'points'")} as points
  from (
    select e.member, replace(e.source_id::text, '-', '') as sale, c.program, e.rules, w.why -> 'sums' as sums, r
    from ledger_entry e join currency c on c.id = e.currency cross join lateral (select ${jsonOf("e.why")} as why offset 0) w
    cross join lateral ${elementsOf("w.why -> 'rules'")} r where e.type = 'Sale' and strpos(e.why, '"sums":[{') > 0 offset 0
  ) s join rule_in i on i.program = s.program and i.version = s.rules and i.id = s.r ->> 'id'
  cross join lateral ${elementsOf("s.sums")} k where split_part(k ->> 'key', '/', 1) = coalesce(i.j ->> 'group', i.id)`;

/** What the rules of a key gave at a sale, and took at returns of it. The key of a return's rule is that of its original. */
const pointsOfKeys = `
  select member, key, sum(points) as points from (
    select max(member::text)::uuid as member, max(key) as key, sum(points) as points from (
      select member, key, sale, rule, points from (${summed}) s
      union all
      select null, null, b.sale, r ->> 'id', ${numberAt("r -> 'points'")} from (${returnShares}) b cross join lateral ${elementsOf("b.rules")} r
    ) parts group by sale, rule
  ) given where key is not null group by member, key`;

/** Each running sum with the entries that moved it; either side may be missing. */
const sums: Pass = {
  of: "running sums of rules",
  invariant: "I5",
  rows: `
    with rule_in as materialized (${versionRules})
    select coalesce(t.member, m.member) as member, coalesce(t.key, m.key) as key, coalesce(t.value, 0) = coalesce(m.total, 0) as is_last,
      coalesce(m.is_chain, t.value = 0) as is_chain, coalesce(p.points, 0) as points, m.total
    from tally t
    full join (
      select member, key, sum(value) as total, bool_and(before = sum_before and value <> 0) as is_chain from (
        select *, coalesce(sum(value) over (partition by member, key order by sequence rows between unbounded preceding and 1 preceding), 0) as sum_before
        from (${moves}) moves
      ) chained group by member, key
    ) m on m.member = t.member and m.key = t.key
    left join (${pointsOfKeys}) p
      on p.member = coalesce(t.member, m.member) and p.key = coalesce(t.key, m.key)`,
  names: { member: "member", key: "key" },
  checks: {
    "tally.chain": {
      says: "A running sum is the sum of what entries added to it, and each names the sum before it.",
      holds: "is_last and is_chain",
    },
    "tally.worth": {
      says: "The rules of a running sum gave, less what returns took, exactly what the sum is worth.",
      holds: `points = ${worthOfSum("key", "coalesce(total, 0)")}`,
    },
  },
};

export const rulePasses: readonly Pass[] = [shares, sums];
