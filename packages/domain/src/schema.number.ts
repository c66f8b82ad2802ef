import { z } from "zod";
import {
  type Amount,
  amountFractionDigits,
  amountIntegerDigitsMax,
  amountPattern,
  isAmountNumber,
  parseAmount,
} from "./amount.ts";
import { patternSchema, type Refine, refused } from "./schema.ts";

const amountSize = 10 ** amountIntegerDigitsMax;

export const amountForm = `At most 4 decimals, and below ${amountSize} in size.`;

/**
 * A JSON number. One that is too large for JavaScript, or has too many digits, arrives as Infinity and is out of range.
 */
const numberWithin = (range: string) =>
  z.number({ error: ({ input }) => (typeof input === "number" ? range : undefined) });

/** A JSON number that is an exact decimal: at most 4 fraction digits, below 10^11 in size. */
export function amountSchema(
  range: string = "",
  accepts: Refine<number> = () => true,
  form: Readonly<Record<string, unknown>> = {},
) {
  return numberWithin(amountForm)
    .check(
      refused<number>("Error_Field_Range", amountForm, isAmountNumber),
      refused<number>("Error_Field_Range", range, accepts),
    )
    .meta({ exclusiveMinimum: -amountSize, exclusiveMaximum: amountSize, description: describeAmount(range), ...form });
}

/** In words: with `multipleOf: 0.0001`, validators that divide in binary refuse a quarter of all prices. */
const describeAmount = (range: string) => `${range} At most ${amountFractionDigits} decimals.`.trim();

/** A decimal written as a string and kept as sent; empty means unset. */
export function amountTextSchema(range: string, accepts: Refine<Amount>, shown: RegExp = amountPattern) {
  return patternSchema("A decimal with at most 4 decimals, as a string.", amountPattern)
    .check(
      refused<string>("Error_Field_Range", range, (value) => value === "" || accepts(parseAmount(value) as Amount)),
    )
    .meta({ description: `A decimal with at most 4 decimals, as a string. ${range}`, pattern: `^$|${shown.source}` });
}

/** A whole JSON number within the inclusive bounds. */
export function integerSchema(min: number, max: number) {
  const range = `A whole number from ${min} to ${max}.`;
  return numberWithin(range)
    .check(
      refused<number>("Error_Field_Range", range, (value) => Number.isInteger(value) && value >= min && value <= max),
    )
    .meta({ type: "integer", minimum: min, maximum: max });
}
