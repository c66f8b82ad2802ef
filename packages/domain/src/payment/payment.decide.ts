import { type Amount, amountOf, fitsAmount, numberOf, showAmount } from "../amount.ts";
import { AppError } from "../error.ts";
import { whyText } from "../ledger/ledger.why.ts";
import { type PointsDesk, pointsAt, waitingText } from "../redemption/redemption.balance.ts";
import type { CancelPaymentContent, PaymentContent } from "./payment.actions.ts";
import { payment } from "./payment.record.ts";
import { type PaymentTerms, worthOfPoints } from "./payment.terms.ts";

/** A payment to decide: its UUID, and who pays in which currency. */
interface PaymentToDecide {
  readonly id: string;
  readonly memberId: string;
  readonly currency: { readonly id: string; readonly name: string };
  /** Absent if the programme takes no points as payment. */
  readonly terms: PaymentTerms | undefined;
}

/**
 * Posts a payment to the book. What has expired is in the book already.
 * @returns what the points are worth.
 * @throws AppError 422 if the member can't pay them.
 */
export function decidePayment(content: PaymentContent, one: PaymentToDecide, desk: PointsDesk): Amount {
  const { id, memberId, currency, terms } = one;
  const points = amountOf(content.Points);
  if (!terms) throw new AppError("Error_Payment_Unavailable");
  const value = valueIn(terms, points);
  refuseShortage(points, one, desk);
  const rate = { points: numberOf(amountOf(terms.points)), value: numberOf(amountOf(terms.value)) };
  desk.book.post([
    {
      ...{ memberId, currencyId: currency.id, type: "Payment", amount: -points },
      ...{ sourceClass: payment.class, sourceId: id, why: whyText({ base: -points, rate }) },
    },
  ]);
  return value;
}

function valueIn(terms: PaymentTerms, points: Amount): Amount {
  const refuse = (code: "Error_Payment_TooSmall" | "Error_Payment_TooLarge", text: string) =>
    new AppError(code, [{ code, identifier: ".Points", text }]);
  const minimum = terms.minimum === undefined ? 0n : amountOf(terms.minimum);
  if (points < minimum)
    throw refuse("Error_Payment_TooSmall", `A payment takes at least ${showAmount(minimum)} points.`);
  const value = worthOfPoints(points, terms);
  if (value === 0n) throw refuse("Error_Payment_TooSmall", "The points are worth nothing.");
  if (!fitsAmount(value)) throw refuse("Error_Payment_TooLarge", "The points are worth more than an amount can be.");
  return value;
}

/** Whoever pays may know what the member can spend: the text names it. */
function refuseShortage(points: Amount, { memberId, currency }: PaymentToDecide, desk: PointsDesk): void {
  const at = pointsAt({ memberId, currencyId: currency.id }, desk);
  if (points <= at.spendable) return;
  const code = "Error_Balance_Insufficient";
  const text = `The member can spend ${showAmount(at.spendable)} ${currency.name}${waitingText(at, { areAmountsShown: true })}.`;
  throw new AppError(code, [{ code, identifier: ".Points", text }]);
}

/**
 * The points that a CancelPayment gives back.
 * @param left what earlier ones left of the payment.
 * @throws AppError 422 if it is more than is left, or nothing.
 */
export function pointsToGiveBack({ Points }: CancelPaymentContent, left: Amount): Amount {
  const points = Points === undefined ? left : amountOf(Points);
  if (points > 0n && points <= left) return points;
  const code = "Error_Payment_Exceeded";
  throw new AppError(code, [
    { code, identifier: ".Points", text: `${showAmount(left)} points are left of the payment.` },
  ]);
}
