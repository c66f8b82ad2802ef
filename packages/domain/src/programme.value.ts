import { z } from "zod";

/** What a point of a programme's first currency is worth to people: an exact decimal of a money (ISO 4217). */
export interface PointValue {
  readonly amount: string;
  readonly currency: string;
}

/** For reports and the console: no decision depends on it. */
export const pointValue = z.strictObject({
  amount: z
    .union([z.string(), z.number()])
    .transform(String)
    .refine(
      (text) => /^\d{1,9}(\.\d{1,6})?$/.test(text) && Number(text) > 0,
      "a decimal above 0, with at most 6 decimals",
    ),
  currency: z.enum(Intl.supportedValuesOf("currency"), "a currency of ISO 4217, such as EUR"),
});
