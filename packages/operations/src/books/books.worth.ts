import { allLines, sale } from "@rewards/domain";
import { elementsOf, itemAt, jsonOf, numberAt, type Pass } from "./books.check.ts";
import { netOf } from "./books.goods.ts";
import { hasSum, ruleOf } from "./books.rules.ts";
import { roundedPoints } from "./books.sources.ts";

/** Shares such as thirds have no end: more than what they lack, and far less than an amount can hold. */
const slack = "0.000000000001";

/** The points of an entry's rules, those that count in running sums left out. */
const plainIn = (rules: string) => `
  (select coalesce(sum(${numberAt("r -> 'points'")}), 0) from ${elementsOf(rules)} r cross join lateral (select ${ruleOf("r ->> 'id'")} as j) of_rule where not ${hasSum})`;

/** What returns took of the rate's points of the original `o`, and of those of rules without sums. */
const takenOf = `
  select sum(-coalesce(${numberAt("w -> 'base'")}, ${numberAt("w -> 'points'")})) as base, -sum(${plainIn("w -> 'rules'")}) as plain
  from ledger_entry y cross join lateral ${elementsOf(`${jsonOf("y.why")} -> 'returns'`)} w
  where y.type = 'Return' and y.source_id in (select return_id from sale_return where original_id = o.id)
    and w ->> 'sale' = '${sale.idPrefix}-' || replace(o.id::text, '-', '')`;

/** What reductions took of each line of the original `o`, in proportion to what was sold; not rounded. */
const sharesOf = `
  select line, sum(share) as share from (
    select original_line, sum(amount) as lowered from sale_return where original_id = o.id and quantity = 0 and not expired group by original_line
  ) p cross join lateral (
    select g.line, round(p.lowered * g.amount, 24) / nullif(sum(g.amount) over (), 0) as share
    from ${elementsOf("o.sale_items")} with ordinality as items(l, n) join (${netOf("o.sale_items")}) g on g.line = n - 1
    where ${numberAt("l -> 'Quantity'")} > 0
      and (p.original_line = ${allLines} or l ->> 'ProductCode' = ${itemAt("o.sale_items", "p.original_line")} ->> 'ProductCode')
  ) q group by line`;

const isCounted = `(${jsonOf("e.why")} -> 'lines' @> to_jsonb(g.line) or ${jsonOf("x.why")} -> 'lines' @> to_jsonb(g.line))`;

/** Each sale that came back, wholly or in part, or that was repriced: what is left of the lines that counted, then or since. */
const sales: Pass = {
  of: "returned and repriced sales",
  invariant: "I2",
  rows: `
    select o.id, coalesce(e.currency_awarded, 0) as earned, x.currency_awarded as given, coalesce(r.points, 0) as points, coalesce(r.beyond, 0) as beyond,
      e.id is null and x.id is null as is_unearned, r.original_id is not null as is_returned, a.id is not null as is_repriced, g.is_all, g.is_alive,
      coalesce(${numberAt(`${jsonOf("e.why")} -> 'base'`)}, 0) + coalesce(x.currency_awarded, 0) - ${roundedPoints("g.remaining")} as lost,
      coalesce(w.base, 0) as base_taken, coalesce(w.plain, 0) as plain_taken, case when e.why like '%"rules":[{%' then ${plainIn(`${jsonOf("e.why")} -> 'rules'`)} else 0 end as plain_given,
      coalesce(${numberAt(`${jsonOf("e.why")} -> 'base'`)}, 0) as base, coalesce(e.why like '%"sums":[{%', false) as has_sums
    from (select original_id as id from sale_return union select sale from adjustment where sale is not null) k
    join sale o on o.id = k.id
    left join (select original_id, sum(points) as points, sum(beyond) as beyond from sale_return group by original_id) r on r.original_id = o.id
    left join ledger_entry e on e.source_id = o.id and e.type = 'Sale'
    left join adjustment a on a.sale = o.id
    left join ledger_entry x on x.source_id = a.id and x.type = 'Adjustment'
    left join currency c on c.id = coalesce(e.currency, x.currency)
    left join earning_version v on v.program = c.program and v.version = coalesce(e.rules, x.rules)
    left join lateral (${takenOf}) w on true
    cross join lateral (
      select coalesce(bool_and(not coalesce(t.is_expired, false)), true) as is_alive, coalesce(bool_and(g.quantity = coalesce(t.quantity, 0)), true) as is_all,
        round(coalesce(sum(greatest(0, g.amount - coalesce(t.amount, 0) - coalesce(d.share, 0))) filter (where ${isCounted}), 0) + ${slack}, 4) as remaining
      from ${elementsOf("o.sale_items")} with ordinality as items(l, n)
      join (${netOf("o.sale_items")}) g on g.line = n - 1
      left join (select original_line, sum(quantity) as quantity, sum(amount) filter (where not expired and quantity > 0) as amount, bool_or(expired) as is_expired
        from sale_return where original_id = o.id group by original_line) t
        on t.original_line = n - 1
      left join (${sharesOf}) d on d.line = n - 1
      where ${numberAt("l -> 'Quantity'")} > 0
    ) g`,
  names: { original: "id" },
  checks: {
    "return.worth": {
      says: "Returns took back what a sale earned by the rate less what the rest of it earns; of rules without running sums no more than they gave, and all, if all came back. What came back after it had expired took nothing.",
      holds: `not is_returned or (points >= 0 and plain_taken between 0 and plain_given and (is_unearned or base_taken = lost) and (has_sums or points + beyond = base_taken + plain_taken)
        and (not is_all or not is_alive or base_taken = base + coalesce(given, 0) and plain_taken = plain_given
          and (has_sums or points + beyond = earned + coalesce(given, 0))))`,
    },
    "return.aim": {
      says: "Returns took from a sale's own award first, and from it no more than it gave; beyond it, only what a repricing of the sale gave, or capped points that other sales have.",
      holds:
        "points <= earned and (beyond = 0 or points = earned and beyond > 0 and (has_sums or is_repriced and beyond <= given))",
    },
    "adjustment.worth": {
      says: "The repricing of a sale gave the difference that its lines make to what remained of the sale, by the rules of the sale.",
      holds: "not is_repriced or (given > 0 and base_taken = lost)",
    },
  },
};

export const worthPasses: readonly Pass[] = [sales];
