import { textLiteral } from "@rewards/db";
import { allLines, product, returnsSumKey, sale } from "@rewards/domain";
import { elementsOf, entryNames, finalOf, joinHolder, jsonOf, numberAt, type Pass } from "./books.check.ts";
import { purchasesOf } from "./books.goods.ts";
import { isDetached } from "./books.keys.ts";

const completed = textLiteral(sale.transitions.complete.to);

/** Every code that a product has or had: an Edit may change it, and history keeps the former codes. */
const productCodes = `
  select id, product_code as code from product
  union select h.record_id, c ->> 'from' from history h cross join lateral ${elementsOf("h.changes")} c
  where h.class = ${textLiteral(product.class)} and c ->> 'field' = 'ProductCode'`;
const [returnedCode, soldCode] = ["returned_line ->> 'ProductCode'", "code"];
const isOfProduct = `(${returnedCode} = ${soldCode} or (${returnedCode}, ${soldCode}) in (
  select a.code, b.code from (${productCodes}) a join (${productCodes}) b using (id)))`;

const unitOf = (total: string, quantity: string) => `round(round(${total}, 40) / nullif(${quantity}, 0), 40)`;

/** Each purchase of an original, with what came back of it today. */
const sold = `
  select p.*, p.quantity > coalesce(t.quantity, 0) as is_open, ${unitOf("p.total", "p.sold")} as unit
  from (${purchasesOf("select distinct original_id as sale from sale_return")}) p
  left join (select original_id, original_line, sum(quantity) as quantity from sale_return group by original_id, original_line) t
    on t.original_id = p.sale and t.original_line = p.line`;

/** The lines of returns, each return expanded once. */
const returned = `
  select s.id as sale, n - 1 as line, l as item, ${unitOf(numberAt("l -> 'TotalAmount'"), numberAt("l -> 'Quantity'"))} as unit
  from (select distinct return_id from sale_return) k join sale s on s.id = k.return_id cross join lateral ${elementsOf("s.sale_items")} with ordinality as items(l, n)`;

/** Joins each row with both lines and with the original's award. */
const joined = `
  select r.id, r.return_id, r.line, r.original_id, r.original_line, r.quantity, least(r.quantity, r.amount, r.points, r.beyond) as least, r.points + r.beyond as points, r.expired,
    s.status as return_status, o.status as original_status, o.external_id, b.item as returned_line, b.unit, p.code, p.sold, p.total, m.id = ${finalOf("r.member")} as is_of_member,
    (e.id is null or e.currency = r.currency and e.member = r.member) and case when e.currency_awarded > 0 then e.create_date_time end is not distinct from r.original_posted_at as is_of_award
  from sale_return r
  left join sale s on s.id = r.return_id
  left join sale o on o.id = r.original_id
  left join returned b on b.sale = r.return_id and b.line = r.line
  left join sold p on p.sale = r.original_id and p.line = r.original_line
  ${joinHolder("o.member_external_id")}
  left join ledger_entry e on e.source_id = r.original_id and e.type = 'Sale'
  where not (s.id is null and ${isDetached("r.return_id")}) and not (o.id is null and ${isDetached("r.original_id")})`;

/**
 * By row, the open lines of the same product with the nearest unit prices on both sides: as price, line, quantity, total.
 * Of equal prices the first line; below, it is negative, so that the greatest element is it.
 */
const nearest = `
  select id, max(open) over (prices order by unit) as below, min(above) over (prices order by unit desc) as above from (
    select id, original_id as sale, code, unit, null::numeric[] as open, null::numeric[] as above from x where quantity > 0 and unit is not null
    union all
    select null, sale, code, unit, array[unit, -line, sold, total], array[unit, line, sold, total] from sold where is_open
  ) levels window prices as (partition by sale, code)`;

/** How far the unit price of the row `x` is from that of a line: compared with that of another line only. */
const distanceOf = (quantity: string, total: string) =>
  `round(abs(${total} * ${numberAt("x.returned_line -> 'Quantity'")} - ${numberAt("x.returned_line -> 'TotalAmount'")} * ${quantity}), 40) / nullif(${quantity}, 0)`;
const isNearer = (line: string) =>
  `coalesce((${distanceOf(`${line}[3]`, `${line}[4]`)}, abs(${line}[2])) < (${distanceOf("x.sold", "x.total")}, x.original_line), false)`;

const rows: Pass = {
  of: "lines of returns",
  invariant: "I2",
  rows: `
    with sold as materialized (${sold}), returned as materialized (${returned}), x as materialized (${joined}), nearest as (${nearest})
    select x.*, ${isNearer("n.below")} or ${isNearer("n.above")} as has_nearer from x left join nearest n on n.id = x.id`,
  names: { return: "return_id", line: "line", original: "original_id" },
  checks: {
    "return.original": {
      says: "What a return took belongs to a line of it and to a line of the same product of the sale that it names, both completed, and to that sale's member and award.",
      holds: `return_status = ${completed} and original_status = ${completed} and is_of_member and is_of_award and least >= 0 and (points = 0 or not expired)
        and returned_line ->> 'OriginalSaleExternalID' = external_id
        and case when quantity = 0 then ${numberAt("returned_line -> 'Quantity'")} = 0 and (original_line = ${allLines} or ${isOfProduct})
          else ${isOfProduct} and ${numberAt("returned_line -> 'Quantity'")} < 0 end`,
    },
    "return.line": {
      says: "Units come back from the line that the return names, else from the line of the nearest unit price that has units left.",
      holds: `quantity = 0 or returned_line @> jsonb_build_object('OriginalLine', original_line + 1) or not has_nearer`,
    },
  },
};

const lines: Pass = {
  of: "returned lines",
  invariant: "I2",
  rows: `
    with sold as (
      select *, sum(amount) over (partition by sale, code) as of_code, sum(amount) over (partition by sale) as of_all
      from (${purchasesOf("select distinct original_id as sale from sale_return")}) p
    )
    select r.*, p.quantity as sold, p.amount as sold_amount, case when r.original_line = ${allLines} then a.of_all else p.of_code end as lowerable from (
      select original_id, original_line, sum(quantity) as quantity, coalesce(sum(amount) filter (where quantity > 0), 0) as amount,
        coalesce(sum(amount) filter (where quantity = 0), 0) as lowered
      from sale_return group by original_id, original_line
    ) r left join sale o on o.id = r.original_id left join sold p on p.sale = r.original_id and p.line = r.original_line
    left join (select distinct sale, of_all from sold) a on a.sale = r.original_id
    where not (o.id is null and ${isDetached("r.original_id")})`,
  names: { original: "original_id", line: "original_line" },
  checks: {
    "return.within": {
      says: "No more came back of a line than was sold after voids and reductions, in quantity and amount; if all of it came back, so did its whole amount. No reduction is more than its lines.",
      holds: `(quantity = 0 or quantity <= sold and amount <= sold_amount and (quantity < sold or amount = sold_amount))
        and (lowered = 0 or lowered <= lowerable)`,
    },
  },
};

/** Joins the sums of each line with its rows and with the award; either side may be missing. */
const sums: Pass = {
  of: "sums of returned lines",
  invariant: "I2",
  rows: `
    select coalesce(l.original_id, r.original_id) as original_id, coalesce(l.original_line, r.original_line) as original_line,
      (l.member, l.currency, l.quantity, l.amount, l.lowered, l.points, l.expired, l.original_posted_at, l.sequence, l.awarded_after)
        is not distinct from (r.member, r.currency, r.quantity, r.amount, r.lowered, r.points, r.expired, r.original_posted_at, e.sequence, e.awarded_after) as is_sum
    from returned_line l
    full join (
      select original_id, original_line, member, currency, sum(quantity) as quantity, coalesce(sum(amount) filter (where quantity > 0), 0) as amount,
        coalesce(sum(amount) filter (where quantity = 0), 0) as lowered, sum(points) as points, bool_or(expired) as expired, original_posted_at
      from sale_return group by original_id, original_line, member, currency, original_posted_at
    ) r on r.original_id = l.original_id and r.original_line = l.original_line
    left join ledger_entry e on e.source_id = r.original_id and e.type = 'Sale' and e.currency = r.currency`,
  names: { original: "original_id", line: "original_line" },
  checks: {
    "return.sums": {
      says: "The running sums of a returned line are the sums of its rows, and belong to its award.",
      holds: "is_sum",
    },
  },
};

/** Joins the rows of each return and original with the shares in the return's entry; either side may be missing. */
const entries: Pass = {
  of: "entries of returns",
  invariant: "I2",
  rows: `
    select coalesce(r.return_id, w.source_id) as return_id, coalesce(r.original_id, w.original_id) as original_id,
      row(coalesce(r.points, 0), coalesce(r.beyond, 0)) = row(coalesce(w.points, 0), coalesce(w.beyond, 0)) as is_explained
    from (select return_id, original_id, sum(points + beyond) as points, sum(beyond) as beyond from sale_return group by return_id, original_id) r
    full join (
      select e.source_id, case when (w ->> 'sale') ~ '^${sale.idPrefix}-[0-9a-f]{32}$' then split_part(w ->> 'sale', '-', 2)::uuid end as original_id,
        -sum(${numberAt("w -> 'points'")}) as points, -coalesce(sum(${numberAt("w -> 'beyond'")}), 0) as beyond
      from ledger_entry e cross join lateral ${elementsOf(`${jsonOf("e.why")} -> 'returns'`)} w
      where e.type = 'Return' and e.why like '%"returns"%' group by 1, 2
    ) w on w.source_id = r.return_id and w.original_id = r.original_id`,
  names: { return: "return_id", original: "original_id" },
  checks: {
    "return.entry": { says: "What a return took back of a sale is a share of its entry.", holds: "is_explained" },
  },
};

/** Each entry that moved the running sum of returns without a sale, with the sum of those before it. */
const moves: Pass = {
  of: "moves of the running sums of returns",
  invariant: "I2",
  rows: `
    select *, coalesce(sum(value) over (partition by member, currency order by sequence rows between unbounded preceding and 1 preceding), 0) as sum_before
    from (
      select id, member, currency, sequence, ${numberAt("m -> 'before'")} as before, ${numberAt("m -> 'value'")} as value
      from ledger_entry e cross join lateral ${elementsOf(`${jsonOf("e.why")} -> 'sums'`)} m
      where e.type = 'Return' and e.why like '%"sums"%' and m ->> 'key' = '${returnsSumKey}'
    ) moved`,
  names: entryNames,
  checks: {
    "return.sum": {
      says: "A return without a sale adds to the running sum of those before it.",
      holds: "before = sum_before and value > 0",
    },
  },
};

export const returnPasses: readonly Pass[] = [rows, lines, sums, entries, moves];
