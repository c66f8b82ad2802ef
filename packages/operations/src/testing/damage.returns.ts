import { type Damage, type FilledBooks, rechain } from "./damage.ts";

/** Rows of returns that contradict their sales, their entries or the balance. */
export function returnDamages({
  other: buyer,
  currency,
  original,
  someBack,
  allBack,
  completed,
  reduced,
  cheaper,
}: FilledBooks): Damage[] {
  const row = (set: string, where = `return_id = '${someBack}'`) => `update sale_return set ${set} where ${where}`;
  const first = { original };
  const lowered = (set: string) => row(set, `return_id = '${cheaper}' and quantity = 0`);
  const items = (set: string) => `update sale set sale_items = ${set} where id = '${reduced}'`;
  const ofBuyer = { member: buyer, currency };
  const whole = rechain(buyer, currency);
  const sums = (set: string) => `update returned_line set ${set} where original_id = '${original}'`;
  return [
    ["return.original", "a row of a sale that names no original", row(`return_id = '${completed}'`), first],
    ["return.original", "a row of another original", row(`original_id = '${completed}'`), { original: completed }],
    ["return.original", "a row of a line that does not exist", row("line = 7"), first],
    ["return.original", "a row of another member", row("member = gen_random_uuid()"), first],
    ["return.original", "a row of another award", row("original_posted_at = now()"), first],
    ["return.original", "points of an award that had expired", row("expired = true"), first],
    ["return.original", "points that were given", row("points = -points"), first],
    ["return.within", "more units than were sold", row("quantity = quantity + 1"), first],
    ["return.within", "a greater amount than was paid", row("amount = amount + 1"), first],
    ["return.within", "all units and not the whole amount", row("amount = amount - 1"), first],
    ["return.within", "a reduction of more than was sold", lowered("amount = amount + 90"), { original: reduced }],
    ["return.within", "a void that is gone from its sale", items("sale_items - 2"), { original: reduced }],
    [
      "return.line",
      "units from a line of another price",
      row("original_line = 0", `return_id = '${cheaper}' and quantity > 0`),
      { original: reduced },
    ],
    ["return.original", "a reduction that moved units", lowered("quantity = 1"), { original: reduced }],
    ["return.worth", "a reduction that was lowered", lowered("amount = amount - 1"), { original: reduced }],
    ["return.worth", "a reduction of the sale that is gone", items("sale_items - 3"), { original: reduced }],
    ["source.points", "a void that is gone from its sale", items("sale_items - 2"), {}],
    ["source.points", "a reduction that was raised", items("jsonb_set(sale_items, '{3,TotalAmount}', '-8')"), {}],
    [
      "return.sum",
      "a running sum that began at another value",
      `update ledger_entry set why = regexp_replace(why, '"before":[0-9.]+', '"before":99') where source_id = '${allBack}'`,
      ofBuyer,
    ],
    [
      "balance.returns",
      "a running sum that was raised",
      `update balance set returns_sum = returns_sum + 1 where member = '${buyer}' and currency = '${currency}'`,
      ofBuyer,
    ],
    ["return.sums", "a running quantity that was lowered", sums("quantity = quantity - 1"), first],
    ["return.sums", "running points that were raised", sums("points = points + 1"), first],
    ["return.sums", "sums of another award", sums("awarded_after = awarded_after + 1"), first],
    ["return.sums", "sums that were deleted", "delete from returned_line", first],
    ["return.sums", "a row that was not counted", row("quantity = quantity + 1"), first],
    ["return.sums", "sums of rows that are gone", "delete from sale_return", first],
    ["return.worth", "points that were not taken back", row("points = points - 1"), first],
    ["return.worth", "an amount that was changed", row("amount = amount - 1"), first],
    ["return.entry", "points that are not in the entry", row("points = points + 1"), { return: someBack }],
    [
      "return.entry",
      "a row that was deleted",
      `delete from sale_return where return_id = '${allBack}'`,
      { return: allBack },
    ],
    [
      "balance.returned",
      "a total that was raised",
      `update balance set returned = returned + 1 where member = '${buyer}'`,
      { member: buyer },
    ],
    ["balance.returned", "rows that were deleted", "delete from sale_return", { member: buyer }],
    [
      "source.points",
      "a return lowered with its why, and its chain recomputed",
      [
        `update ledger_entry set currency_awarded = currency_awarded + 1, why = replace(why, '"points":-3', '"points":-2') where source_id = '${someBack}'`,
        whole,
      ],
      { member: buyer },
    ],
    [
      "awaiting.sale",
      "a sale that awaits an original that none of its lines names",
      "update awaiting set original = 'X', until = now()",
      {},
    ],
  ];
}
