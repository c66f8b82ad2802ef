/**
 * Points, money and quantities: exact decimals, held as integers in units of 1/10,000. BigInt rather than a decimal
 * object, because a sale's arithmetic is on the hot path.
 */
export type Amount = bigint;

export const amountFractionDigits = 4;
export const amountIntegerDigitsMax = 11;
const unitsPerOne = 10n ** BigInt(amountFractionDigits);
/** `-12.5`: an optional sign, up to 11 digits, up to 4 decimals. */
export const amountPattern = /^(-?)(\d{1,11})(?:\.(\d{1,4}))?$/;
export const unsignedAmountPattern = new RegExp(amountPattern.source.replace("(-?)", ""));

/** The largest amount and the largest balance: 99,999,999,999.9999, fifteen significant digits. */
export const amountMax: Amount = 10n ** BigInt(amountIntegerDigitsMax) * unitsPerOne - 1n;
const unitsPerOneNumber = Number(unitsPerOne);
const amountMaxNumber = Number(amountMax);

export function fitsAmount(value: Amount): boolean {
  return value <= amountMax && value >= -amountMax;
}

/** Reads `-12.5` or `12.5000`; undefined if the text is not an amount (an exponent, five decimals, 10^11 or more). */
export function parseAmount(text: string): Amount | undefined {
  const match = amountPattern.exec(text);
  if (!match) return undefined;
  const [, sign, whole, fraction = ""] = match;
  const units = BigInt(`${whole}${fraction.padEnd(amountFractionDigits, "0")}`);
  return sign ? -units : units;
}

/**
 * A JSON number is an amount if its shortest decimal form is one; no digit is lost up to fifteen of them. Rounding an
 * amount to whole units and dividing again returns exactly the same number. This check costs a tenth of looking at the
 * digits.
 */
export function isAmountNumber(value: number): boolean {
  const units = Math.round(value * unitsPerOneNumber);
  return Math.abs(units) <= amountMaxNumber && units / unitsPerOneNumber === value;
}

/**
 * Expects a number that has passed `isAmountNumber` or comes from a column of that precision.
 * @throws RangeError otherwise.
 */
export function amountOf(value: number | string): Amount {
  if (typeof value === "number") {
    if (!isAmountNumber(value)) throw new RangeError("not an amount");
    return BigInt(Math.round(value * unitsPerOneNumber));
  }
  const amount = parseAmount(value);
  if (amount === undefined) throw new RangeError("not an amount");
  return amount;
}

/** Fixed-scale text, `-12.5000`: the form of a numeric(15,4) in Postgres, and the form that is hashed. */
export const formatAmount = (amount: Amount): string => formatScaled(amount, amountFractionDigits);

function formatScaled(value: bigint, decimals: number): string {
  const sign = value < 0n ? "-" : "";
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, "0");
  const point = digits.length - decimals;
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** For a person, in a note: `12.5`, `100`. */
export const showAmount = (amount: Amount): string => trimZeros(formatAmount(amount));

/** For JSON, in an answer that is computed. */
export const numberOf = (amount: Amount): number => Number(showAmount(amount));

const trimZeros = (text: string) => text.replace(/\.?0+$/, "");

export const roundings = ["toward-zero", "half-up", "away-from-zero"] as const;
export type Rounding = (typeof roundings)[number];

const roundUp: Record<Rounding, (rest: bigint, divisor: bigint) => boolean> = {
  "toward-zero": () => false,
  "half-up": (rest, divisor) => rest * 2n >= divisor,
  "away-from-zero": (rest) => rest > 0n,
};

/** Amount × rate, exact: in units of 10^-8. */
export type Product = bigint;
const productDigits = 2 * amountFractionDigits;

/**
 * Rounds amount × rate to `fractionDigits` (0 to 4) decimals. Rounding is symmetric about zero, so that a full return
 * takes back exactly what its purchase earned.
 */
export const roundProduct = (product: Product, fractionDigits: number, rounding: Rounding): Amount =>
  roundUnits(product, unitsPerOne, fractionDigits, rounding);

/** Rounds the exact product of three amounts, in units of 10^-12, as `roundProduct` does that of two. */
export const roundTriple = (product: bigint, fractionDigits: number, rounding: Rounding): Amount =>
  roundUnits(product, unitsPerOne * unitsPerOne, fractionDigits, rounding);

/** By the number of decimals: a power costs five times as much as all of the rest. */
const roundingSteps: readonly Amount[] = [10_000n, 1_000n, 100n, 10n, 1n];

function roundUnits(product: bigint, unitsPerAmount: bigint, fractionDigits: number, rounding: Rounding): Amount {
  const magnitude = product < 0n ? -product : product;
  const step = roundingSteps[fractionDigits] as Amount;
  const divisor = unitsPerAmount * step;
  const rest = magnitude % divisor;
  const rounded = (magnitude / divisor + (roundUp[rounding](rest, divisor) ? 1n : 0n)) * step;
  return product < 0n ? -rounded : rounded;
}

export const multiplyRounded = (amount: Amount, rate: Amount, fractionDigits: number, rounding: Rounding): Amount =>
  roundProduct(amount * rate, fractionDigits, rounding);

/** Fixed-scale text, `12.50000000`: the form of a numeric(30,8) in Postgres. */
export const formatProduct = (product: Product): string => formatScaled(product, productDigits);

/** `12.5`, `100`. */
export const showProduct = (product: Product): string => trimZeros(formatProduct(product));

/** Reads what `showProduct` wrote into JSON: 0 or more, exact up to fifteen digits. */
export function productOfNumber(value: number): Product {
  const text = String(value);
  return productShown(text.includes("e") ? value.toFixed(productDigits) : text);
}

const unitsShown = (text: string, digits: number) => {
  const [whole, fraction = ""] = text.split(".");
  return BigInt(`${whole}${fraction.padEnd(digits, "0")}`);
};

/** Reads what `showAmount` and `showProduct` write, of any size. */
export const amountShown = (text: string): Amount => unitsShown(text, amountFractionDigits);
export const productShown = (text: string): Product => unitsShown(text, productDigits);

/** Reads what `formatProduct` writes. */
export const productOf = (text: string): Product => BigInt(text.replace(".", ""));
