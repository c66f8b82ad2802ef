import { type Damage, type FilledBooks, rechain, set } from "./damage.ts";

/** Repricings that contradict their sale, and returns of repriced sales. */
export const repriceDamages = (books: FilledBooks): Damage[] => [...repricingDamages(books), ...returnDamages(books)];

function repricingDamages({
  currency,
  adjusted,
  completed,
  repricedMember,
  repricing,
  onlyRepricing,
  onlyRepriced,
}: FilledBooks): Damage[] {
  const entry = (text: string, of = onlyRepricing) => `update ledger_entry set ${text} where source_id = '${of}'`;
  const whole = rechain(repricedMember, currency);
  const only = { adjustment: onlyRepricing };
  return [
    [
      "adjustment.worth",
      "a repricing raised together with its entry",
      [
        entry("currency_awarded = currency_awarded + 1, why = replace(why, '\"base\":7', '\"base\":8')"),
        set("adjustment", onlyRepricing, "amount = amount + 1"),
        whole,
      ],
      { original: onlyRepriced },
    ],
    ["adjustment.worth", "rules of another rate", "update earning_version set rate = rate * 2", {}],
    ["adjustment.sale", "a repricing of another sale", set("adjustment", onlyRepricing, `sale = '${completed}'`), only],
    [
      "adjustment.sale",
      "an adjustment by a call that names a sale",
      set("adjustment", adjusted, `sale = '${completed}'`),
      { adjustment: adjusted },
    ],
    [
      "adjustment.sale",
      "a sale that was repriced twice",
      ["drop index adjustment_sale_key", set("adjustment", repricing, `sale = '${onlyRepriced}'`)],
      { sale: onlyRepriced },
    ],
    ["adjustment.sale", "lines that had counted", entry("why = replace(why, '[1]', '[0,1]')", repricing), {}],
    ["adjustment.sale", "no line", entry("why = replace(why, '[0]', '[]')"), only],
    ["adjustment.sale", "rules of no version", entry("rules = 7"), only],
    [
      "adjustment.sale",
      "the audit of a repricing deleted",
      "delete from audit_entry where operation = 'sale.reprice'",
      {},
    ],
    ["entry.why", "a repricing that names no rules", entry("rules = null"), { member: repricedMember }],
  ];
}

function returnDamages({ repriced, backOfRepriced, someBack, original }: FilledBooks): Damage[] {
  const row = (text: string, of = backOfRepriced) => `update sale_return set ${text} where return_id = '${of}'`;
  const named = { original: repriced };
  return [
    ["return.aim", "points that the sale's own entry did not give", row("points = points + beyond, beyond = 0"), named],
    [
      "return.aim",
      "points that the sale's own entry still has",
      row("points = points - 1, beyond = beyond + 1"),
      named,
    ],
    [
      "return.aim",
      "points beyond a sale that was not repriced",
      row("points = points - 1, beyond = 1", someBack),
      { original },
    ],
    ["return.original", "points beyond that were given", row("beyond = -beyond"), named],
    ["return.worth", "points beyond that were not taken back", row("beyond = beyond - 1"), named],
    [
      "return.entry",
      "points beyond that are not in the entry",
      row("points = points - 1, beyond = beyond + 1"),
      { return: backOfRepriced },
    ],
  ];
}
