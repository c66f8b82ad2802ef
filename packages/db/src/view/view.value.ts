import type { QueryValue, ValueKind } from "@rewards/domain";

/** A value as the driver gives it, in the one form that a token holds and a statement takes back. */
const readers: Readonly<Record<ValueKind, (given: unknown) => QueryValue>> = {
  text: String,
  boolean: Boolean,
  integer: Number,
  amount: String,
  // A Date of a column, a text of an expression.
  timestamp: (given) => new Date(given as string).toISOString(),
  date: String,
  uuid: String,
};

export function readValue(kind: ValueKind, given: unknown): QueryValue | null {
  return given === null || given === undefined ? null : readers[kind](given);
}

const exactDigitsMax = 15;

/** A sum may have more digits than a JSON number keeps: then it is shown as text rather than as another sum. */
export function showDecimal(value: unknown): number | string {
  const text = String(value)
    .replace(/(\.\d*?)0+$/, "$1")
    .replace(/\.$/, "");
  const digits = text.replace(/^-?0*\.?0*/, "").replace(".", "");
  return digits.length <= exactDigitsMax ? Number(text) : text;
}
