import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  hasValidCheckSymbol,
  isVoucherCode,
  mintVoucherCode,
  normaliseVoucherCode,
  voucherRandomBytes,
} from "./voucher.ts";

const symbols = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const earlierCheckSymbols = `${symbols}*~$=U`;
const places = Array.from({ length: voucherRandomBytes + 1 }, (_, place) => place);
const randoms = fc.uint8Array({ minLength: voucherRandomBytes, maxLength: voucherRandomBytes });
const codes = randoms.map((random) => normaliseVoucherCode(mintVoucherCode(random)));
const earlierCodes = randoms.map(earlierCode);

/** A code as minted earlier: with Crockford's check symbol, the value of the symbols modulo 37. */
function earlierCode(random: Uint8Array): string {
  const value = random.reduce((sum, byte) => sum * 32n + BigInt(byte % 32), 0n);
  const code = [...random].map((byte) => symbols[byte % 32]).join("") + earlierCheckSymbols[Number(value % 37n)];
  return `${code.slice(0, 5)}-${code.slice(5, 10)}-${code.slice(10)}`;
}

/** Whether a code follows today's rule: minted again from its first thirteen symbols, it has the same check symbol. */
function isOfToday(code: string): boolean {
  const random = Uint8Array.from([...code.slice(0, -1)], (symbol) => symbols.indexOf(symbol));
  return normaliseVoucherCode(mintVoucherCode(random)) === code;
}

const withSymbol = (code: string, place: number, symbol: string) =>
  code.slice(0, place) + symbol + code.slice(place + 1);

function swapped(code: string, one: number, other: number): string {
  return withSymbol(withSymbol(code, one, code.charAt(other)), other, code.charAt(one));
}

describe("mintVoucherCode", () => {
  test("is thirteen symbols and a check symbol of the same letters and digits, in groups of 5, 5 and 4", () => {
    fc.assert(
      fc.property(randoms, (random) => {
        const code = mintVoucherCode(random);
        expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{4}$/);
      }),
    );
  });

  test("each byte gives one symbol, and each symbol comes from exactly eight byte values", () => {
    for (let place = 0; place < voucherRandomBytes; place++) {
      const counts = new Map<string, number>();
      for (let byte = 0; byte < 256; byte++) {
        const random = new Uint8Array(voucherRandomBytes);
        random[place] = byte;
        const symbol = normaliseVoucherCode(mintVoucherCode(random))[place] as string;
        expect(symbol).toBe(symbols[byte % 32]);
        counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
      }
      expect([...counts.keys()].sort().join("")).toBe(symbols);
      expect(new Set(counts.values())).toEqual(new Set([8]));
    }
  });

  test("every one of the 32 symbols is a check symbol of some code", () => {
    const checks = new Set<string>();
    for (let byte = 0; byte < 32; byte += 1) {
      const random = new Uint8Array(voucherRandomBytes).fill(byte, -1);
      checks.add(mintVoucherCode(random).at(-1) as string);
    }
    expect([...checks].sort().join("")).toBe(symbols);
  });

  test("the check symbol is linear: the sum of two codes has the sum of their check symbols", () => {
    const check = (random: Uint8Array) => symbols.indexOf(mintVoucherCode(random).at(-1) as string);
    fc.assert(
      fc.property(randoms, randoms, (one, other) => {
        const sum = one.map((byte, place) => byte ^ (other[place] as number));
        expect(check(sum)).toBe(check(one) ^ check(other));
      }),
    );
  });

  test("any single misread symbol, at every place and for every symbol, breaks today's rule", () => {
    // Checks every error in the code of zeros, which by linearity covers all codes, and also in other codes.
    const check = (code: string) => {
      for (const place of places)
        for (const symbol of symbols) expect(isOfToday(withSymbol(code, place, symbol))).toBe(symbol === code[place]);
    };
    check("0".repeat(14));
    fc.assert(fc.property(codes, check), { numRuns: 20 });
  });

  test("any two swapped symbols, neighbours or not, break today's rule", () => {
    // A swap adds the same difference at both places.
    for (const one of places)
      for (const other of places.slice(one + 1))
        for (const error of symbols.slice(1))
          expect(isOfToday(withSymbol(withSymbol("0".repeat(14), one, error), other, error))).toBe(false);
    fc.assert(
      fc.property(codes, (code) => {
        for (const one of places)
          for (const other of places.slice(one + 1)) {
            const wrong = swapped(code, one, other);
            expect(isOfToday(wrong)).toBe(wrong === code);
          }
      }),
    );
  });

  test("takes only the bytes it needs, and throws if there are fewer", () => {
    const random = Uint8Array.from({ length: voucherRandomBytes + 3 }, (_, index) => index * 7);
    expect(mintVoucherCode(random)).toBe(mintVoucherCode(random.subarray(0, voucherRandomBytes)));
    expect(() => mintVoucherCode(random.subarray(0, voucherRandomBytes - 1))).toThrow(RangeError);
  });
});

describe("normaliseVoucherCode", () => {
  test.each([
    ["AB-1", "AB1"],
    ["ab1", "AB1"],
    [" a b\t1\n", "AB1"],
    ["oO0", "000"],
    ["iIlL1", "11111"],
    ["summer-sale", "SUMMERSA1E"],
    ["--", ""],
    ["*~$=u", "*~$=U"],
    ["AB\u20131", "AB1"],
    ["AB\u20141", "AB1"],
    ["AB\u20111", "AB1"],
    ["AB\u22121", "AB1"],
    ["AB\u00ad1", "AB1"],
    ["AB\u200b1\u200f", "AB1"],
    ["\uff21\uff22\uff11", "AB1"],
    ["Cafe\u0301", "CAF\u00c9"],
    ["caf\u00e9", "CAF\u00c9"],
    ["\u0131\u0130i\u0307Ii", "11111"],
    ["stra\u00dfe", "STRASSE"],
    ["STRA\u1e9eE", "STRASSE"],
    ["AB\ufe0f1", "AB1"],
    ["AB\u034f1", "AB1"],
    ["AB\u31641", "AB1"],
    ["AB\uffa0\u115f1", "AB1"],
    ["AB\u28001", "AB1"],
    ["AB\u{e0100}1", "AB1"],
    ["AB\u20281", "AB1"],
    ["\u200b", ""],
  ])("%j is compared as %j", (code, key) => {
    expect(normaliseVoucherCode(code)).toBe(key);
  });

  test("normalising twice is normalising once", () => {
    const any = fc.oneof(
      fc.string({ unit: "binary", maxLength: 20 }),
      fc.string({ unit: "grapheme-composite", maxLength: 20 }),
      fc.stringMatching(/^[a-zA-Z0-9 -]{0,20}$/),
    );
    fc.assert(
      fc.property(any, (code) => normaliseVoucherCode(normaliseVoucherCode(code)) === normaliseVoucherCode(code)),
    );
  });

  test("a minted code read aloud, in lower case, with other spacing, is the same code", () => {
    fc.assert(
      fc.property(randoms, (random) => {
        const code = mintVoucherCode(random);
        const slips = code.toLowerCase().replaceAll("-", " ").replaceAll("0", "o").replaceAll("1", "l");
        expect(normaliseVoucherCode(slips)).toBe(normaliseVoucherCode(code));
        expect(hasValidCheckSymbol(slips)).toBe(true);
      }),
    );
  });
});

test.each([
  ["AB-1", true],
  ["\u00e9t\u00e9 2026", true],
  ["", false],
  ["--", false],
  ["\u200b\u2013", false],
  ["\u3164\u2800\ufe0f\u034f", false],
  ["A\nB", false],
  ["AB\r", false],
  // Each becomes 18 characters: their form would not fit an index.
  ["\ufdfa".repeat(18), false],
])("a caller may give the code %j: %s", (code, isTaken) => {
  expect(isVoucherCode(code)).toBe(isTaken);
});

describe("hasValidCheckSymbol", () => {
  test("holds for every minted code, and for every code minted earlier, however it is typed", () => {
    fc.assert(
      fc.property(fc.oneof(randoms.map(mintVoucherCode), earlierCodes), (code) => {
        const typed = code.toLowerCase().replaceAll("-", " ").replaceAll("0", "o").replaceAll("1", "i");
        expect([code, typed].map(hasValidCheckSymbol)).toEqual([true, true]);
      }),
    );
  });

  test.each([..."0123456789ABCDEFGHJKMNPQRSTVWXYZ*~$=U"])("holds for an earlier code that ends with %s", (check) => {
    const last = Array.from({ length: 64 }, (_, byte) => Uint8Array.from([byte >> 5, byte % 32]));
    const random = last
      .map((bytes) => Uint8Array.from({ length: voucherRandomBytes }, (_, place) => bytes[place - 11] ?? 0))
      .find((one) => earlierCode(one).endsWith(check));
    expect(hasValidCheckSymbol(earlierCode(random as Uint8Array))).toBe(true);
  });

  test("detects any misread symbol and any two swapped neighbours, unless the code fits the earlier rule", () => {
    fc.assert(
      fc.property(
        codes,
        fc.nat({ max: voucherRandomBytes - 1 }),
        fc.constantFrom(...symbols),
        (code, place, symbol) => {
          for (const wrong of [withSymbol(code, place, symbol), swapped(code, place, place + 1)]) {
            const random = Uint8Array.from([...wrong.slice(0, -1)], (one) => symbols.indexOf(one));
            const isEarlier = normaliseVoucherCode(earlierCode(random)) === wrong;
            expect(hasValidCheckSymbol(wrong)).toBe(wrong === code || isEarlier);
          }
        },
      ),
    );
  });

  test("detects a symbol that no code has, whichever check symbol follows", () => {
    fc.assert(
      fc.property(
        codes,
        fc.nat({ max: voucherRandomBytes - 1 }),
        fc.constantFrom(..."*~$=U#."),
        (code, place, foreign) => {
          const wrong = code.slice(0, place) + foreign + code.slice(place + 1, -1);
          for (const check of earlierCheckSymbols) expect(hasValidCheckSymbol(wrong + check)).toBe(false);
        },
      ),
    );
  });

  test.each([
    "",
    "0",
    "0".repeat(13),
    "0".repeat(15),
    `${"0".repeat(12)}*0`,
    `*${"0".repeat(13)}`,
    `U${"0".repeat(13)}`,
  ])("%j is not a minted code", (code) => {
    expect(hasValidCheckSymbol(code)).toBe(false);
  });
});
