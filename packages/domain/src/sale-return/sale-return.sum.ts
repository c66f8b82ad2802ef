import { type Amount, type Product, productOfNumber, roundProduct, showProduct } from "../amount.ts";
import { roundingText } from "../earning/earning.earn.ts";
import type { Earning } from "../earning/earning.version.ts";

/** The key of the running sum of return lines without a sale, as entries name it. */
export const returnsSumKey = "returns";

/** How a return moved the running sum of its balance. */
export interface MovedSum {
  /** The sum before. */
  readonly before: Product;
  /** What this return added, 0 or more. */
  readonly value: Product;
  /** What it takes, 0 or less. */
  readonly points: Amount;
}

/**
 * What return lines without a sale take. All of a balance are one running sum of points before rounding, and a return
 * takes the difference that it makes to the rounded sum: many small returns take what one large one takes.
 * @param amount of the lines that count, 0 or more.
 */
export function moveSum(before: Product, amount: Amount, { rate, fractionDigits, rounding }: Earning): MovedSum {
  const value = amount * rate;
  const worth = (sum: Product) => roundProduct(sum, fractionDigits, rounding);
  return { before, value, points: worth(before) - worth(before + value) };
}

export const sumText = ({ before, value }: MovedSum) =>
  `{"key":"${returnsSumKey}","before":${showProduct(before)},"value":${showProduct(value)}}`;

/** A moved sum in words, as `why` stores it, without the points: `from 0.6 to 1.2 points, rounded …`. */
export function describeSum(sum: { readonly before: number; readonly value: number }, earning: Earning): string {
  const [before, value] = [productOfNumber(sum.before), productOfNumber(sum.value)];
  return `from ${showProduct(before)} to ${showProduct(before + value)} points, ${roundingText(earning)}`;
}
