import { elementsOf, numberAt } from "./books.check.ts";

/** Whether every line is a purchase or names its sale: then no void and no reduction changes a line. */
const isPlain = (items: string) =>
  `(${items} @? '$[*] ? (@.Quantity <= 0 && !exists(@.OriginalSaleExternalID))') is not true`;
/** Whether all lines have numbers, so that damage breaks a check and not the query. */
const isReadable = (items: string) =>
  `jsonb_typeof(${items}) = 'array' and not ${items} @? '$[*] ? (@.Quantity.type() != "number" || @.TotalAmount.type() != "number")'`;

/** The lines of a sale after its voids and reductions, as `line` (from 0), `quantity` and `amount`: see `net_goods`. */
export const netOf = (items: string) => `
  select n - 1 as line, greatest(0, ${numberAt("l -> 'Quantity'")}) as quantity,
    case when ${numberAt("l -> 'Quantity'")} > 0 then ${numberAt("l -> 'TotalAmount'")} else 0 end as amount
  from ${elementsOf(items)} with ordinality as plain(l, n) where ${isPlain(items)}
  union all
  select line, quantity, amount from net_goods(${items}) where not (${isPlain(items)}) and ${isReadable(items)}`;

/**
 * The purchases of the sales that `ids` yields as `sale`: each sale is expanded once. `sold` and `total` are as sent,
 * `quantity` and `amount` after voids and reductions.
 */
export const purchasesOf = (ids: string) => `
  select o.id as sale, p.* from (${ids}) k join sale o on o.id = k.sale cross join lateral (
    select g.line, l ->> 'ProductCode' as code, ${numberAt("l -> 'Quantity'")} as sold, ${numberAt("l -> 'TotalAmount'")} as total, g.quantity, g.amount
    from ${elementsOf("o.sale_items")} with ordinality as items(l, n) join (${netOf("o.sale_items")}) g on g.line = n - 1
    where ${numberAt("l -> 'Quantity'")} > 0
  ) p`;

/** The numbers in a JSON array, each once. */
export const numbersIn = (json: string) => `select distinct ${numberAt("c")} as line from ${elementsOf(json)} c`;

/** The lines of a rule in an entry's `why`: those of the base if it names none. */
export const ruleLines = (rule: string, why: string) => `coalesce(${rule} -> 'lines', ${why} -> 'lines')`;
