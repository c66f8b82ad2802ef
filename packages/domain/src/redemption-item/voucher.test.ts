import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hasValidCheckSymbol, mintVoucherCode, normaliseVoucherCode, voucherRandomBytes } from "./voucher.ts";

const symbols = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const checkSymbols = `${symbols}*~$=U`;
const randoms = fc.uint8Array({ minLength: voucherRandomBytes, maxLength: voucherRandomBytes });
const codes = randoms.map((random) => normaliseVoucherCode(mintVoucherCode(random)));

describe("mintVoucherCode", () => {
  test("is thirteen symbols and a check symbol, in groups of 5, 5 and 4", () => {
    fc.assert(
      fc.property(randoms, (random) => {
        const code = mintVoucherCode(random);
        expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{3}[0-9A-HJKMNP-Z*~$=U]$/);
      }),
    );
  });

  test("each byte gives one symbol, and each symbol stands for exactly eight of its values", () => {
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

  test("the check symbol is Crockford's: the value of the symbols modulo 37", () => {
    fc.assert(
      fc.property(randoms, (random) => {
        const value = random.reduce((sum, byte) => sum * 32n + BigInt(byte % 32), 0n);
        expect(mintVoucherCode(random).at(-1)).toBe(checkSymbols[Number(value % 37n)]);
      }),
    );
  });

  test("takes only the bytes it needs, and throws where there are fewer", () => {
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
  ])("%j is compared as %j", (code, key) => {
    expect(normaliseVoucherCode(code)).toBe(key);
  });

  test("normalising twice is normalising once", () => {
    const any = fc.oneof(fc.string({ unit: "binary", maxLength: 20 }), fc.stringMatching(/^[a-zA-Z0-9 -]{0,20}$/));
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

describe("hasValidCheckSymbol", () => {
  test("holds for every minted code", () => {
    fc.assert(fc.property(randoms, (random) => hasValidCheckSymbol(mintVoucherCode(random))));
  });

  test("tells any one symbol that was read wrong", () => {
    fc.assert(
      fc.property(codes, fc.nat({ max: voucherRandomBytes }), (code, place) => {
        const alphabet = place === voucherRandomBytes ? checkSymbols : symbols;
        for (const symbol of alphabet) {
          if (symbol === code[place]) continue;
          expect(hasValidCheckSymbol(code.slice(0, place) + symbol + code.slice(place + 1))).toBe(false);
        }
      }),
    );
  });

  test("tells any two neighbours that were swapped", () => {
    fc.assert(
      fc.property(codes, fc.nat({ max: voucherRandomBytes - 1 }), (code, place) => {
        const swapped = code.slice(0, place) + code[place + 1] + code[place] + code.slice(place + 2);
        expect(hasValidCheckSymbol(swapped)).toBe(swapped === code);
      }),
    );
  });

  test("tells a symbol that no code has, whichever check symbol follows", () => {
    fc.assert(
      fc.property(
        codes,
        fc.nat({ max: voucherRandomBytes - 1 }),
        fc.constantFrom(..."*~$=U#."),
        (code, place, foreign) => {
          const wrong = code.slice(0, place) + foreign + code.slice(place + 1, -1);
          for (const check of checkSymbols) expect(hasValidCheckSymbol(wrong + check)).toBe(false);
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
  ])("%j is no minted code", (code) => {
    expect(hasValidCheckSymbol(code)).toBe(false);
  });
});
