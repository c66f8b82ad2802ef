import { type Damage, type FilledBooks, rechain } from "./damage.ts";

/** Rows of returns that contradict their sales, their entries or the balance. */
export function returnDamages({
  other: buyer,
  currency,
  original,
  someBack,
  allBack,
  completed,
}: FilledBooks): Damage[] {
  const row = (set: string, where = `return_id = '${someBack}'`) => `update sale_return set ${set} where ${where}`;
  const first = { original };
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
