import { z } from "zod";
import { type Amount, amountOf, parseAmount } from "../amount.ts";

/** What points of a programme's first currency pay: so many are worth so much money. Exact decimals. */
export interface PaymentTerms {
  readonly points: string;
  readonly value: string;
  /** The fewest points of one payment. */
  readonly minimum?: string | undefined;
}

const positive = z
  .union([z.string(), z.number()])
  .transform(String)
  .refine((text) => (parseAmount(text) ?? 0n) > 0n, "a decimal above 0, with at most 4 decimals");

/** Without it, points are no means of payment. */
export const paymentTerms = z.strictObject({ points: positive, value: positive, minimum: positive.optional() });

/** What points pay, rounded toward zero to four decimals. It may be more than an amount can be. */
export const worthOfPoints = (points: Amount, terms: Pick<PaymentTerms, "points" | "value">): Amount =>
  (points * amountOf(terms.value)) / amountOf(terms.points);
