/** Crockford's base 32, and the five further symbols that only a check symbol can be. */
const symbols = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const checkSymbols = `${symbols}*~$=U`;

const symbolCount = 13;
const groupLengths = [5, 5, 4];

/** How many random bytes a code takes; each gives five bits, which a byte does without bias. */
export const voucherRandomBytes = symbolCount;

/**
 * A voucher code of 65 random bits with Crockford's check symbol (the value modulo 37), grouped for reading.
 * `random` comes from a cryptographic generator.
 */
export function mintVoucherCode(random: Uint8Array): string {
  const digits = Array.from(random.subarray(0, symbolCount), (byte) => byte % 32);
  if (digits.length < symbolCount) throw new RangeError(`a voucher code takes ${symbolCount} random bytes`);
  const code = digits.map((digit) => symbols[digit]).join("") + checkSymbols[checkOf(digits)];
  let start = 0;
  return groupLengths
    .map((length) => {
      start += length;
      return code.slice(start - length, start);
    })
    .join("-");
}

function checkOf(digits: readonly number[]): number {
  return digits.reduce((rest, digit) => (rest * 32 + digit) % checkSymbols.length, 0);
}

/** The form that codes are compared by: upper case, no spaces or hyphens, O read as 0, I and L as 1. */
export function normaliseVoucherCode(code: string): string {
  return code.toUpperCase().replace(/[\s-]/gu, "").replaceAll("O", "0").replace(/[IL]/g, "1");
}

/** Whether a code that this service minted was read without a slip: its check symbol fits. */
export function hasValidCheckSymbol(code: string): boolean {
  const normal = normaliseVoucherCode(code);
  const digits = [...normal.slice(0, -1)].map((symbol) => symbols.indexOf(symbol));
  return normal.length === symbolCount + 1 && !digits.includes(-1) && checkSymbols[checkOf(digits)] === normal.at(-1);
}
