import { returnsSumKey, sale } from "@rewards/domain";
import { elementsOf, entryNames, jsonOf, numberAt, type Pass } from "./books.check.ts";
import { netOf } from "./books.goods.ts";
import { isInSegment } from "./books.segments.ts";
import { roundedExact } from "./books.sources.ts";
import { soldAt } from "./books.versions.ts";

/** The domain's `valueOfSum`: the points that a running sum is worth, by its key alone. */
const worthOfSum = (key: string, total: string) => `(
  select case w[1] when 'cap' then least(w[2]::numeric, ${total})
    when 'every' then w[4]::numeric * least(floor((${total}) / w[3]::numeric), coalesce(w[5]::numeric, 'infinity')) end
  from string_to_array(split_part(${key}, '/', 2), ':') w)`;

/** The rule of this ID in the version `v`. */
export const ruleOf = (id: string) =>
  `(select j from ${elementsOf(jsonOf("v.rules"))} j where j ->> 'id' = ${id} limit 1)`;
const whySums = (entry: string) => `${elementsOf(`${jsonOf(`${entry}.why`)} -> 'sums'`)}`;
/** A sum is that of a rule, or of its group. */
const isOfRule = (key: string, id: string, rule: string) =>
  `split_part(${key}, '/', 1) = coalesce(${rule} ->> 'group', ${id})`;

/** What the rule `j` gives for `amount` and `quantity`: the domain's `measureRule`. */
const measured = `case
  when amount = 0 or amount < coalesce((j ->> 'minimumSpend')::numeric, 0) or quantity < coalesce((j ->> 'minimumQuantity')::numeric, 0) then 0
  when j -> 'every' ? 'quantity' then quantity when j -> 'every' ? 'spend' then amount when j ? 'every' then 1
  else least(${roundedExact(
    `case
      when j -> 'gives' ? 'multiplier' then amount * v_rate * ((j #>> '{gives,multiplier}')::numeric - 1)
      when j -> 'gives' ? 'rate' then amount * (j #>> '{gives,rate}')::numeric
      when j -> 'gives' ? 'perQuantity' then quantity * (j #>> '{gives,perQuantity}')::numeric
      else (j #>> '{gives,bonus}')::numeric end`,
    { rounding: "v_rounding", digits: "v_digits" },
  )},
    case when j #>> '{cap,per}' = 'sale' then (j #>> '{cap,points}')::numeric end) end`;

/** Whether the rule `j` counts in a running sum. */
export const hasSum = "(j ? 'every' or coalesce(j #>> '{cap,per}', 'sale') <> 'sale')";
const isListed = (path: string, value: string) =>
  `(j #> '{where,${path}}' is null or j #> '{where,${path}}' ? ${value})`;

/** Each rule that an entry of a sale names, with what its version says of it, and its lines after voids and reductions. */
const shares: Pass = {
  of: "rules in entries of sales",
  invariant: "I2",
  rows: `
    select *, rank() over (partition by id, coalesce(j ->> 'group', rule) order by measure desc, nth) as place,
      count(*) over (partition by id, rule) as times from (
      select *, ${measured} as measure from (
        select e.id, e.member, e.currency, e.sequence, n as nth, r ->> 'id' as rule, ${numberAt("r -> 'points'")} as points, ${ruleOf("r ->> 'id'")} as j,
          v.rate as v_rate, v.rounding as v_rounding, v.fraction_digits as v_digits, s.store_code, s.sale_channel_code,
          e.member as buyer, ${soldAt} as sold_at, e.create_date_time as posted_at,
          ${jsonOf("e.why")} -> 'lines' @> (r -> 'lines') and jsonb_array_length(r -> 'lines') > 0 as are_counted, g.amount, g.quantity, g.codes,
          k ->> 'key' as key, ${numberAt("k -> 'before'")} as before, ${numberAt("k -> 'value'")} as value
        from ledger_entry e
        join sale s on s.id = e.source_id
        join currency c on c.id = e.currency
        left join earning_version v on v.program = c.program and v.version = e.rules
        cross join lateral ${elementsOf(`${jsonOf("e.why")} -> 'rules'`)} with ordinality as rules(r, n)
        left join lateral (
          select k from ${whySums("e")} k where ${isOfRule("k ->> 'key'", "r ->> 'id'", ruleOf("r ->> 'id'"))} limit 1
        ) k on true
        cross join lateral (
          select coalesce(sum(g.amount), 0) as amount, coalesce(sum(g.quantity) filter (where g.amount > 0), 0) as quantity,
            array_agg(s.sale_items -> g.line::int ->> 'ProductCode') as codes
          from (${netOf("s.sale_items")}) g where r -> 'lines' @> to_jsonb(g.line)
        ) g
        where e.type = 'Sale' and e.why like '%"rules":[{%'
      ) shares
    ) measured`,
  names: entryNames,
  checks: {
    "entry.rules": {
      says: "Each rule in an entry of a sale is one of its version, holds for its store, channel, segments and products, and gives what it makes of its lines; a capped one gives what that adds to the worth of its sum. Of a group, one gives.",
      holds: `j is not null and times = 1 and are_counted and measure > 0 and ${isListed("store", "store_code")} and ${isListed("channel", "sale_channel_code")} and ${isInSegment}
        and (j #> '{where,product}' is null or not exists (select from unnest(codes) code where not j #> '{where,product}' ? code))
        and not exists (select from unnest(codes) code where j #> '{except,product}' ? code)
        and case when place > 1 then points = 0
          when ${hasSum} then value = measure and points = ${worthOfSum("key", "before + value")} - ${worthOfSum("key", "before")}
          else points = measure end`,
    },
  },
};

const moves = `
  select e.member, e.sequence, k ->> 'key' as key, ${numberAt("k -> 'before'")} as before, ${numberAt("k -> 'value'")} as value
  from ledger_entry e cross join lateral ${whySums("e")} k
  where e.type in ('Sale', 'Return') and e.why like '%"sums":[{%' and k ->> 'key' <> '${returnsSumKey}'`;

/** What the rules of a key gave at a sale, and took at returns of it. The key of a return's rule is that of its original. */
const pointsOfKeys = `
  select e.member, k ->> 'key' as key, ${numberAt("r -> 'points'")} as points from ledger_entry e
  join currency c on c.id = e.currency join earning_version v on v.program = c.program and v.version = e.rules
  cross join lateral ${whySums("e")} k
  left join lateral (
    select ${elementsOf(`${jsonOf("e.why")} -> 'rules'`)} as r
    union all
    select ${elementsOf("w -> 'rules'")} from ledger_entry x cross join lateral ${elementsOf(`${jsonOf("x.why")} -> 'returns'`)} w
    where x.type = 'Return' and x.source_id in (select return_id from sale_return where original_id = e.source_id)
      and w ->> 'sale' = '${sale.idPrefix}-' || replace(e.source_id::text, '-', '')
  ) r on true
  where e.type = 'Sale' and e.why like '%"sums":[{%' and ${isOfRule("k ->> 'key'", "r ->> 'id'", ruleOf("r ->> 'id'"))}`;

/** Each running sum with the entries that moved it; either side may be missing. */
const sums: Pass = {
  of: "running sums of rules",
  invariant: "I5",
  rows: `
    select coalesce(t.member, m.member) as member, coalesce(t.key, m.key) as key, coalesce(t.value, 0) = coalesce(m.total, 0) as is_last,
      coalesce(m.is_chain, t.value = 0) as is_chain, coalesce(p.points, 0) as points, m.total
    from tally t
    full join (
      select member, key, sum(value) as total, bool_and(before = sum_before and value <> 0) as is_chain from (
        select *, coalesce(sum(value) over (partition by member, key order by sequence rows between unbounded preceding and 1 preceding), 0) as sum_before
        from (${moves}) moves
      ) chained group by member, key
    ) m on m.member = t.member and m.key = t.key
    left join (select member, key, sum(points) as points from (${pointsOfKeys}) given group by member, key) p
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
