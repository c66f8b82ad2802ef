import { type Damage, type FilledBooks, planted, rechain, set, unknownId } from "./damage.ts";

/** Damaged payments with points, and what was given back of them. */
export function paymentDamages({ paid, currency, idle }: FilledBooks): Damage[] {
  const { pays, has, merged, whole, kept, part, passed } = paid;
  const entry = (id: string, text: string, type = "Payment") =>
    `update ledger_entry set ${text} where source_id = '${id}' and type = '${type}'`;
  const [named, back] = [{ payment: kept }, { cancellation: part }];
  const more = "currency_awarded = currency_awarded + 1";
  return [
    [
      "payment.entry",
      "a payment that took more than it says",
      [entry(kept, "currency_awarded = -11"), rechain(pays, currency)],
      named,
    ],
    [
      "payment.entry",
      "a payment whose entry is gone",
      [`delete from ledger_entry where source_id = '${kept}'`, rechain(pays, currency)],
      named,
    ],
    ["payment.entry", "an entry without a payment", [`delete from payment where id = '${kept}'`], named],
    ["payment.entry", "a payment of another member", set("payment", kept, `member = '${idle}'`), named],
    ["payment.value", "a payment that is worth more", set("payment", kept, "value = value + 1"), named],
    [
      "payment.value",
      "a payment by another rate",
      [entry(kept, `why = replace(why, '"value":1.5', '"value":2')`), rechain(pays, currency)],
      named,
    ],
    [
      "payment.value",
      "a payment without a rate",
      [entry(kept, `why = '{"base":-10,"lines":[],"rules":[]}'`), rechain(pays, currency)],
      named,
    ],
    [
      "payment.left",
      "more given back than was paid",
      set("payment_cancellation", part, "points = points + 1"),
      { payment: whole },
    ],
    [
      "payment.cancelled",
      "an entry that gave back more",
      [entry(part, more, "Cancellation"), rechain(pays, currency)],
      back,
    ],
    [
      "payment.cancelled",
      "points given back by an entry that has no record",
      [
        planted(pays, currency, "Cancellation", 5, unknownId),
        `update ledger_entry set source_class = 'PaymentCancellation' where source_id = '${unknownId}'`,
        rechain(pays, currency),
      ],
      { cancellation: unknownId },
    ],
    [
      "payment.cancelled",
      "points of a merged member that another one got",
      set("payment_cancellation", passed, `member = '${idle}'`),
      { cancellation: passed },
    ],
    [
      "transfer.pair",
      "points of a merged member that were given back and not passed on",
      [`delete from ledger_entry where source_id = '${passed}' and type = 'TransferIn'`, rechain(has, currency)],
      { source: passed },
    ],
    [
      "merge.empty",
      "points of a merged member that stayed there",
      [
        `delete from ledger_entry where source_id = '${passed}' and type like 'Transfer%'`,
        rechain(has, currency),
        rechain(merged, currency),
      ],
      { member: merged },
    ],
    [
      "adjustment.history",
      "a payment by another user",
      set("payment", kept, "create_user_id = 'ann'"),
      { member: pays },
    ],
    [
      "adjustment.history",
      "points given back at another time",
      set("payment_cancellation", part, "create_date_time = create_date_time - interval '1 day'"),
      { member: pays },
    ],
  ];
}
