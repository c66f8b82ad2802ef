import { type Damage, type FilledBooks, set } from "./damage.ts";

/** As if the catalogue had been as it is for long. */
const settled = ["product", "store"].map(
  (table) => `update ${table} set update_date_time = update_date_time - interval '2 hours'`,
);

/** What a return that waits for its sale holds. */
export function heldDamages({ waiting, parked, other, buyer, currency }: FilledBooks): Damage[] {
  const check = "awaiting.held";
  const held = (text: string, sale = waiting) => `update awaiting set ${text} where sale_id = '${sale}'`;
  const first = { sale: waiting };
  return [
    [check, "a hold that was raised above what the return takes", held("held = held + 1"), first],
    [check, "a hold that was lowered", [...settled, held("held = held - 1")], first],
    [
      check,
      "a hold of a store that does not participate",
      [...settled, `update store set is_participating = false`],
      first,
    ],
    [check, "a hold that was deleted", [...settled, held("holder = null, currency = null, held = null")], first],
    [check, "a hold of nothing", held("held = 0"), first],
    [check, "a hold of another member", held(`holder = '${other === buyer ? parked : buyer}'`), first],
    [check, "a hold in another currency", held(`currency = '${parked}'`), first],
    [
      check,
      "a hold of a sale that returns nothing",
      held(`holder = '${buyer}', currency = '${currency}', held = 5`, parked),
      { sale: parked },
    ],
    [
      "record.open",
      "a return that holds points, and neither waits nor is pending",
      held("original = null, until = null"),
      { class: "SaleCase", id: waiting },
    ],
    [
      "awaiting.sale",
      "a hold of a return that was posted by hand",
      set("sale", waiting, "status = 'Resolved-Completed'"),
      first,
    ],
  ];
}
