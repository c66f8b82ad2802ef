import { stringLengthMax } from "../schema.ts";

/** Crockford's base 32: no letter that can be read as a digit, and no U. */
export const voucherSymbols = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** Codes minted earlier end with one of these; the last five symbols occur only as check symbols. */
const earlierCheckSymbols = `${voucherSymbols}*~$=U`;

const symbolCount = 13;
const groupLengths = [5, 5, 4];
/** x^5 + x^2 + 1, by which products in GF(32) are reduced. x generates all 31 nonzero elements. */
const fieldPolynomial = 0b100101;

/** How many random bytes a code takes. Each gives five bits, without bias. */
export const voucherRandomBytes = symbolCount;

/**
 * A voucher code of 65 random bits and a check symbol, only letters and digits, grouped for reading. `random` must come
 * from a cryptographic generator.
 */
export function mintVoucherCode(random: Uint8Array): string {
  if (random.length < symbolCount) throw new RangeError(`a voucher code takes ${symbolCount} random bytes`);
  const digits = Array.from(random.subarray(0, symbolCount), (byte) => byte % 32);
  const code = digits.map((digit) => voucherSymbols[digit]).join("") + voucherSymbols[checkOf(digits)];
  let start = 0;
  return groupLengths
    .map((length) => {
      start += length;
      return code.slice(start - length, start);
    })
    .join("-");
}

/**
 * The value of the check symbol, which makes the code a polynomial over GF(32) that is zero at x. Each place has a
 * different power of x as its weight. So any single wrong symbol and any two swapped symbols, neighbours or not, change
 * the value.
 */
function checkOf(digits: readonly number[]): number {
  return digits.reduce((sum, digit) => timesX(sum ^ digit), 0);
}

function timesX(value: number): number {
  const product = value << 1;
  return product < voucherSymbols.length ? product : product ^ fieldPolynomial;
}

/** Crockford's check of the codes minted earlier: their value modulo 37. */
function earlierCheckOf(digits: readonly number[]): number {
  return digits.reduce((rest, digit) => (rest * 32 + digit) % earlierCheckSymbols.length, 0);
}

/** What people and printers add to a code: white space, dashes of any kind, the minus sign, characters without a shape. */
const ignored = /[\p{White_Space}\p{Pd}\p{Cf}\p{Default_Ignorable_Code_Point}\u2212\u2800]/gu;

/**
 * The form in which codes are compared: NFKC, upper case, without white space, dashes and invisible characters, O read as
 * 0, I and L as 1, with or without a dot. Two codes that look the same have one form.
 */
export function normaliseVoucherCode(code: string): string {
  // By way of lower case, as only that of the capital sharp S is written SS in upper case.
  const shown = code.normalize("NFKC").toLowerCase().toUpperCase().replace(ignored, "");
  // Upper case and what was left out may have brought letters and their marks together or apart.
  return shown
    .normalize("NFKC")
    .replaceAll("O", "0")
    .replace(/[I\u0130L]/g, "1");
}

/** Whether a caller may give this code: it has a form, which fits an index, and nothing that breaks a printed line. */
export function isVoucherCode(code: string): boolean {
  const form = normaliseVoucherCode(code);
  return form !== "" && form.length <= stringLengthMax && !/\p{Cc}/u.test(code);
}

/**
 * Whether a code that this service minted was read correctly: its check symbol fits today's rule or the rule of the
 * codes minted earlier, which stay valid. A misread code of today passes as an earlier one in 1 of 37 cases.
 */
export function hasValidCheckSymbol(code: string): boolean {
  const normal = normaliseVoucherCode(code);
  const digits = [...normal.slice(0, -1)].map((symbol) => voucherSymbols.indexOf(symbol));
  if (normal.length !== symbolCount + 1 || digits.includes(-1)) return false;
  const check = normal.at(-1);
  return check === voucherSymbols[checkOf(digits)] || check === earlierCheckSymbols[earlierCheckOf(digits)];
}
