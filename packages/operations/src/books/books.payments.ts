import { textLiteral } from "@rewards/db";
import { cancellationType, paymentCancellation } from "@rewards/domain";
import { finalOf, jsonOf, numberAt, type Pass } from "./books.check.ts";

const rateOf = (name: string) => numberAt(`${jsonOf("e.why")} #> '{rate,${name}}'`);

/** Joins each payment with its entry and with what was given back of it; an entry may have no payment. */
const payments: Pass = {
  of: "payments",
  invariant: "I2",
  rows: `
    select coalesce(y.id, e.source_id) as id, y.points, y.value, coalesce(g.points, 0) as given_back,
      row(y.member, y.currency, -y.points) = row(e.member, e.currency, e.currency_awarded) as is_posted,
      div(y.points * ${rateOf("value")} * 10000, nullif(${rateOf("points")}, 0)) / 10000 as worth
    from payment y
    full join (select * from ledger_entry where type = 'Payment') e on e.source_id = y.id
    left join (select payment, sum(points) as points from payment_cancellation group by payment) g on g.payment = y.id`,
  names: { payment: "id" },
  checks: {
    "payment.entry": {
      says: "Each payment has one entry with its member, currency and points, and each such entry has its payment.",
      holds: "is_posted",
    },
    "payment.value": {
      says: "The value of a payment is that of its points by the rate in its entry's why.",
      holds: "value = worth",
    },
    "payment.left": { says: "No more was given back of a payment than it took.", holds: "given_back <= points" },
  },
};

/** Joins each cancellation of a payment with the entry that gave its points back; either side may be missing. */
const cancellations: Pass = {
  of: "cancelled payments",
  invariant: "I2",
  rows: `
    select coalesce(g.id, e.source_id) as id,
      g.points > 0 and row(y.member, y.currency, g.points) = row(e.member, e.currency, e.currency_awarded) as is_posted,
      ${finalOf("g.member")} = ${finalOf("y.member")} as is_of_payer
    from payment_cancellation g
    full join (select * from ledger_entry where type = ${textLiteral(cancellationType)} and source_class = ${textLiteral(paymentCancellation.class)}) e
      on e.source_id = g.id
    left join payment y on y.id = g.payment`,
  names: { cancellation: "id" },
  checks: {
    "payment.cancelled": {
      says: "Each cancellation of a payment has one entry with its points, in the balance that paid. It was for the member who paid, or the one that this was merged into.",
      holds: "is_posted and is_of_payer",
    },
  },
};

export const paymentPasses: readonly Pass[] = [payments, cancellations];
