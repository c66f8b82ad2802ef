import { allLines } from "@rewards/domain";
import { elementsOf, jsonOf, numberAt, type Pass } from "./books.check.ts";
import { numbersIn, purchasesOf, ruleLines } from "./books.goods.ts";
import { hasSum, measured, returnShares, versionRules } from "./books.rules.ts";
import { roundedPoints } from "./books.sources.ts";

/** Shares such as thirds have no end: more than what they lack, and far less than an amount can hold. */
const slack = "0.000000000001";
/** A line that has less left has nothing left. */
const least = "0.0000000000000001";

const originals =
  "select original_id as sale from sale_return union select sale from adjustment where sale is not null";

/** The points of rules without running sums: what they gave and, negative, what returns took. */
const plains = `
  select e.sale, sum(e.points) filter (where e.is_given) as given, -sum(e.points) filter (where not e.is_given) as taken from (
    select a.sale, a.rules, a.currency, true as is_given, r ->> 'id' as id, ${numberAt("r -> 'points'")} as points
    from award a cross join lateral ${elementsOf("a.why -> 'rules'")} r
    union all
    select a.sale, a.rules, a.currency, false, r ->> 'id', ${numberAt("r -> 'points'")}
    from back b join award a on b.sale = replace(a.sale::text, '-', '') cross join lateral ${elementsOf("b.rules")} r
  ) e join currency c on c.id = e.currency join rule_in i on i.program = c.program and i.version = e.rules and i.id = e.id
  where not ${hasSum} group by e.sale`;

/** What reductions took at each product of an original, or at all lines: of no code. */
const lowered = `
  select r.original_id as sale, p.code, sum(r.amount) as amount from sale_return r left join sold p on p.sale = r.original_id and p.line = r.original_line
  where r.quantity = 0 and not r.expired and (p.line is not null or r.original_line = ${allLines}) group by r.original_id, p.code`;

/** What reductions took of a line in proportion to what was sold; not rounded. */
const shareOf = (at: string, total: string) => `coalesce(round(${at}.amount * p.amount, 24) / nullif(${total}, 0), 0)`;

/** What is left of each line of an original. What came back after it had expired took nothing. */
const lefts = `
  select p.sale, p.line, not coalesce(t.is_expired, false) as is_alive, p.quantity = coalesce(t.quantity, 0) as is_all, p.quantity - coalesce(t.taken, 0) as quantity,
    greatest(0, p.amount - coalesce(t.amount, 0) - ${shareOf("d", "p.of_code")} - ${shareOf("a", "p.of_all")}) as amount
  from (select *, sum(amount) over (partition by sale, code) as of_code, sum(amount) over (partition by sale) as of_all from sold) p
  left join (select original_id, original_line, sum(quantity) as quantity, sum(quantity) filter (where not expired) as taken,
      sum(amount) filter (where not expired and quantity > 0) as amount, bool_or(expired) as is_expired
    from sale_return group by original_id, original_line) t
    on t.original_id = p.sale and t.original_line = p.line
  left join lowered d on d.sale = p.sale and d.code = p.code
  left join lowered a on a.sale = p.sale and a.code is null`;

/** What lines come to together. */
const together = (amounts: string) => `round(coalesce(sum(${amounts}), 0) + ${slack}, 4)`;

/** The lines of each rule in the entries of originals. */
const ruledLines = `
  select a.sale, a.currency, a.rules, n as nth, r ->> 'id' as rule, l.line
  from award a cross join lateral ${elementsOf("a.why -> 'rules'")} with ordinality as rules(r, n)
  cross join lateral (${numbersIn(ruleLines("r", "a.why"))}) l`;

/** What rules without running sums make of what is left. Of a group, the rule that gives most counts. */
const plainRests = `
  select sale, sum(measure) filter (where place = 1) as remaining from (
    select *, rank() over (partition by sale, coalesce(j ->> 'group', rule) order by measure desc, nth) as place from (
      select *, ${measured} as measure from (
        select g.*, i.j, v.rate as v_rate, v.rounding as v_rounding, v.fraction_digits as v_digits from (
          select l.sale, l.currency, l.rules, l.nth, l.rule, ${together("k.amount")} as amount, coalesce(sum(k.quantity) filter (where k.amount > ${least}), 0) as quantity
          from (${ruledLines}) l join lefts k on k.sale = l.sale and k.line = l.line
          group by l.sale, l.currency, l.rules, l.nth, l.rule
        ) g join currency c on c.id = g.currency
        join rule_in i on i.program = c.program and i.version = g.rules and i.id = g.rule
        join earning_version v on v.program = c.program and v.version = g.rules
        where not ${hasSum}
      ) shares
    ) measured
  ) placed group by sale`;

/** What is left of each original's lines that counted, then or since. */
const rests = `
  select p.sale, bool_and(is_alive) as is_alive, bool_and(is_all) as is_all, ${together("case when n.line is not null then p.amount end")} as remaining
  from lefts p
  left join (select distinct sale, line from (select w.sale, w.why from award w union all select w.sale, w.why from repricing w) w
    cross join lateral (${numbersIn("w.why -> 'lines'")}) c) n on n.sale = p.sale and n.line = p.line
  group by p.sale`;

/** Each sale that came back, wholly or in part, or that was repriced: what is left of the lines that counted, then or since. */
const sales: Pass = {
  of: "returned and repriced sales",
  invariant: "I2",
  rows: `
    with rule_in as materialized (${versionRules}), original as materialized (${originals}), sold as materialized (${purchasesOf("select sale from original")}),
    award as materialized (select e.source_id as sale, e.currency, e.rules, e.currency_awarded, ${jsonOf("e.why")} as why, e.why like '%"sums":[{%' as has_sums
      from original k join ledger_entry e on e.source_id = k.sale and e.type = 'Sale'),
    repricing as materialized (select a.sale, x.currency, x.rules, x.currency_awarded, ${jsonOf("x.why")} as why
      from adjustment a left join ledger_entry x on x.source_id = a.id and x.type = 'Adjustment' where a.sale is not null),
    back as materialized (${returnShares}), plain as (${plains}), lowered as materialized (${lowered}),
    lefts as materialized (${lefts}), plain_rest as (${plainRests}), rest as (${rests})
    select o.id, coalesce(e.currency_awarded, 0) as earned, x.currency_awarded as given, coalesce(r.points, 0) as points, coalesce(r.beyond, 0) as beyond,
      e.sale is null and x.currency_awarded is null as is_unearned, r.original_id is not null as is_returned, x.sale is not null as is_repriced,
      coalesce(g.is_all, true) as is_all, coalesce(g.is_alive, true) as is_alive,
      coalesce(${numberAt("e.why -> 'base'")}, 0) + coalesce(x.currency_awarded, 0) - ${roundedPoints("coalesce(g.remaining, 0)")} as lost,
      coalesce(w.base, 0) as base_taken, coalesce(i.taken, 0) as plain_taken, coalesce(i.given, 0) as plain_given, coalesce(l.remaining, 0) as plain_left,
      coalesce(${numberAt("e.why -> 'base'")}, 0) as base, coalesce(e.has_sums, false) as has_sums
    from original k
    join sale o on o.id = k.sale
    left join (select original_id, sum(points) as points, sum(beyond) as beyond from sale_return group by original_id) r on r.original_id = o.id
    left join award e on e.sale = o.id
    left join repricing x on x.sale = o.id
    left join currency c on c.id = coalesce(e.currency, x.currency)
    left join earning_version v on v.program = c.program and v.version = coalesce(e.rules, x.rules)
    left join (select sale, -sum(base) as base from back group by sale) w on w.sale = replace(o.id::text, '-', '')
    left join plain i on i.sale = o.id
    left join plain_rest l on l.sale = o.id
    left join rest g on g.sale = o.id`,
  names: { original: "id" },
  checks: {
    "return.worth": {
      says: "Returns took back what a sale earned by the rate and by rules without running sums, less what the rest of it earns by them; all, if all came back. What came back after it had expired took nothing.",
      holds: `not is_returned or (points >= 0 and plain_taken = plain_given - plain_left and (is_unearned or base_taken = lost) and (has_sums or points + beyond = base_taken + plain_taken)
        and (not is_all or not is_alive or base_taken = base + coalesce(given, 0)
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
