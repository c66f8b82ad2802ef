import { allLines } from "@rewards/domain";
import { elementsOf, itemAt, jsonOf, numberAt, type Pass } from "./books.check.ts";
import { netOf } from "./books.goods.ts";
import { roundedPoints } from "./books.sources.ts";

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
      coalesce(e.currency_awarded, 0) + coalesce(x.currency_awarded, 0) - ${roundedPoints("g.remaining")} as lost
    from (select original_id as id from sale_return union select sale from adjustment where sale is not null) k
    join sale o on o.id = k.id
    left join (select original_id, sum(points) as points, sum(beyond) as beyond from sale_return group by original_id) r on r.original_id = o.id
    left join ledger_entry e on e.source_id = o.id and e.type = 'Sale'
    left join adjustment a on a.sale = o.id
    left join ledger_entry x on x.source_id = a.id and x.type = 'Adjustment'
    left join currency c on c.id = coalesce(e.currency, x.currency)
    left join earning_version v on v.program = c.program and v.version = coalesce(e.rules, x.rules)
    cross join lateral (
      select coalesce(bool_and(not coalesce(t.is_expired, false)), true) as is_alive, coalesce(bool_and(g.quantity = coalesce(t.quantity, 0)), true) as is_all,
        round(coalesce(sum(greatest(0, g.amount - coalesce(t.amount, 0) - coalesce(d.share, 0))) filter (where ${isCounted}), 0), 4) as remaining
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
      says: "Returns took back what a sale earned less what the rest of it earns by the same rules; all of it, if all came back. What came back after it had expired took nothing.",
      holds: `not is_returned or (points >= 0 and (not is_all or not is_alive or points + beyond = earned + coalesce(given, 0))
        and (is_unearned or points + beyond = lost))`,
    },
    "return.aim": {
      says: "Returns took from a sale's own award first, and from it no more than it gave; beyond it, only what a repricing of the sale gave.",
      holds: "points <= earned and (beyond = 0 or points = earned and is_repriced and beyond between 0 and given)",
    },
    "adjustment.worth": {
      says: "The repricing of a sale gave the difference that its lines make to what remained of the sale, by the rules of the sale.",
      holds: "not is_repriced or (given > 0 and points + beyond = lost)",
    },
  },
};

export const worthPasses: readonly Pass[] = [sales];
