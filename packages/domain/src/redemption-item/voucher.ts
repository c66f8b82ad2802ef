/** Crockford's base 32: no letter that can be read as a digit, and no U. */
const symbols = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** Codes minted earlier end with one of these: the five further symbols can only be a check symbol. */
const earlierCheckSymbols = `${symbols}*~$=U`;

const symbolCount = 13;
const groupLengths = [5, 5, 4];
/** x^5 + x^2 + 1, by which products in GF(32) are reduced. x generates all 31 of its elements but zero. */
const fieldPolynomial = 0b100101;

/** How many random bytes a code takes; each gives five bits, which a byte does without bias. */
export const voucherRandomBytes = symbolCount;

/**
 * A voucher code of 65 random bits and a check symbol, letters and digits alone, grouped for reading.
 * `random` comes from a cryptographic generator.
 */
export function mintVoucherCode(random: Uint8Array): string {
  if (random.length < symbolCount) throw new RangeError(`a voucher code takes ${symbolCount} random bytes`);
  const digits = Array.from(random.subarray(0, symbolCount), (byte) => byte % 32);
  const code = digits.map((digit) => symbols[digit]).join("") + symbols[checkOf(digits)];
  let start = 0;
  return groupLengths
    .map((length) => {
      start += length;
      return code.slice(start - length, start);
    })
    .join("-");
}

/**
 * The check symbol's value: the code is a polynomial over GF(32) that is zero at x. Every place weighs another power of
 * x, so any one wrong symbol and any two that are swapped, neighbours or not, give another value.
 */
function checkOf(digits: readonly number[]): number {
  return digits.reduce((sum, digit) => timesX(sum ^ digit), 0);
}

function timesX(value: number): number {
  const product = value << 1;
  return product < symbols.length ? product : product ^ fieldPolynomial;
}

/** Crockford's check of the codes minted earlier: their value modulo 37. */
function earlierCheckOf(digits: readonly number[]): number {
  return digits.reduce((rest, digit) => (rest * 32 + digit) % earlierCheckSymbols.length, 0);
}

/** The form that codes are compared by: upper case, no spaces or hyphens, O read as 0, I and L as 1. */
export function normaliseVoucherCode(code: string): string {
  return code.toUpperCase().replace(/[\s-]/gu, "").replaceAll("O", "0").replace(/[IL]/g, "1");
}

/**
 * Whether a code that this service minted was read without a slip: its check symbol fits, by today's rule or by that of
 * the codes minted earlier, which stay valid. A slip in a code of today passes for an earlier one in 1 of 37 cases.
 */
export function hasValidCheckSymbol(code: string): boolean {
  const normal = normaliseVoucherCode(code);
  const digits = [...normal.slice(0, -1)].map((symbol) => symbols.indexOf(symbol));
  if (normal.length !== symbolCount + 1 || digits.includes(-1)) return false;
  const check = normal.at(-1);
  return check === symbols[checkOf(digits)] || check === earlierCheckSymbols[earlierCheckOf(digits)];
}
