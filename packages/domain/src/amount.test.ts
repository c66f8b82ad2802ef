import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  amountMax,
  amountOf,
  fitsAmount,
  formatAmount,
  formatProduct,
  isAmountNumber,
  multiplyRounded,
  parseAmount,
  productOf,
  type Rounding,
  roundings,
  roundProduct,
  showAmount,
  showProduct,
} from "./amount.ts";

const amounts = fc.bigInt({ min: -amountMax, max: amountMax });
const decimalText = fc
  .tuple(fc.constantFrom("", "-"), fc.bigInt({ min: 0n, max: 99_999_999_999n }), fc.stringMatching(/^\d{0,4}$/))
  .map(([sign, whole, fraction]) => `${sign}${whole}${fraction === "" ? "" : `.${fraction}`}`);

describe("parseAmount and formatAmount", () => {
  test("every amount reads back from its text", () => {
    fc.assert(fc.property(amounts, (amount) => parseAmount(formatAmount(amount)) === amount));
  });

  test("a decimal's text has its digits and four decimals", () => {
    fc.assert(
      fc.property(decimalText, (text) => {
        const [whole = "", fraction = ""] = text.split(".");
        const fixed = `${whole}.${fraction.padEnd(4, "0")}`;
        expect(formatAmount(amountOf(text))).toBe(/^-0\.0000$/.test(fixed) ? "0.0000" : fixed);
      }),
    );
  });

  test.each([
    ["0", 0n],
    ["-0", 0n],
    ["0.0001", 1n],
    ["-0.0001", -1n],
    ["12.5", 125_000n],
    ["12.5000", 125_000n],
    ["007", 70_000n],
    ["99999999999.9999", 999_999_999_999_999n],
    ["-99999999999.9999", -999_999_999_999_999n],
  ])("%s is read exactly", (text, units) => {
    expect(parseAmount(text)).toBe(units);
  });

  test.each([
    "",
    " 1",
    "1 ",
    "1\n",
    "+1",
    "--1",
    ".5",
    "1.",
    "1.00001",
    "100000000000",
    "000000000001",
    "1e3",
    "1E-3",
    "0x10",
    "1,5",
    "1_000",
    "NaN",
    "Infinity",
    "٣",
  ])("%j is not an amount", (text) => {
    expect(parseAmount(text)).toBeUndefined();
  });

  test("amountOf refuses what is not an amount", () => {
    expect(() => amountOf("1e3")).toThrow(RangeError);
    expect(() => amountOf(1e21)).toThrow(RangeError);
    expect(amountOf(-12.5)).toBe(-125_000n);
  });
});

describe("isAmountNumber", () => {
  test("a JSON number below 10^11 with at most four decimals is an amount and keeps every digit", () => {
    fc.assert(
      fc.property(decimalText, (text) => {
        const number = JSON.parse(text.replace(/^(-?)0+(?=\d)/, "$1")) as number;
        return isAmountNumber(number) && amountOf(number) === parseAmount(text);
      }),
    );
  });

  test("a number with five decimals is not an amount", () => {
    const fiveDecimals = fc
      .tuple(
        fc.integer({ min: 0, max: 999_999_999 }),
        fc.integer({ min: 0, max: 9_999 }),
        fc.integer({ min: 1, max: 9 }),
      )
      .map(([whole, four, fifth]) => Number(`${whole}.${String(four).padStart(4, "0")}${fifth}`));
    fc.assert(fc.property(fiveDecimals, (number) => !isAmountNumber(number) && !isAmountNumber(-number)));
  });

  test.each([1e11, -1e11, 1e21, 1e-5, 1e-7, 0.1 + 0.2, Number.NaN, Number.POSITIVE_INFINITY, Number.MAX_VALUE])(
    "%d is not an amount",
    (number) => {
      expect(isAmountNumber(number)).toBe(false);
    },
  );

  test.each([0, -0, 0.0001, 99_999_999_999.9999, -99_999_999_999.9999, 1e10])("%d is an amount", (number) => {
    expect(isAmountNumber(number)).toBe(true);
  });
});

describe("fitsAmount", () => {
  test("fifteen digits fit and one unit more does not, on either side of zero", () => {
    expect(formatAmount(amountMax)).toBe("99999999999.9999");
    expect([amountMax, -amountMax, 0n].map(fitsAmount)).toEqual([true, true, true]);
    expect([amountMax + 1n, -amountMax - 1n].map(fitsAmount)).toEqual([false, false]);
  });
});

describe("showAmount", () => {
  test.each([
    ["0", "0"],
    ["100", "100"],
    ["12.5", "12.5"],
    ["-0.05", "-0.05"],
    ["1000.0100", "1000.01"],
    ["10.0001", "10.0001"],
  ])("%s is shown as %s, without trailing zeros", (text, shown) => {
    expect(showAmount(amountOf(text))).toBe(shown);
  });

  test("the shown text is exactly the amount", () => {
    fc.assert(fc.property(amounts, (amount) => parseAmount(showAmount(amount)) === amount));
  });
});

/** Compares fractions: the exact product is amount·rate / 10^8, the result a number of steps of 10^-digits. */
function isRounded(result: bigint, amount: bigint, rate: bigint, digits: number, rounding: Rounding): boolean {
  const stepsPerUnit = 10n ** BigInt(4 - digits);
  if (result % stepsPerUnit !== 0n) return false;
  // With eight decimals: |product| = numerator / 10^8, |result| = steps·10^(8-digits) / 10^8.
  const abs = (value: bigint) => (value < 0n ? -value : value);
  const numerator = abs(amount * rate);
  const step = 10n ** BigInt(8 - digits);
  const rounded = abs(result) * 10n ** 4n;
  if (result !== 0n && result > 0n !== amount * rate > 0n) return false;
  if (rounding === "toward-zero") return rounded <= numerator && numerator < rounded + step;
  if (rounding === "away-from-zero") return rounded >= numerator && numerator > rounded - step;
  return 2n * numerator >= 2n * rounded - step && 2n * numerator < 2n * rounded + step;
}

describe("multiplyRounded", () => {
  const rates = fc.oneof(fc.bigInt({ min: 0n, max: 100_000n }), fc.bigInt({ min: 0n, max: amountMax }));
  const digits = fc.integer({ min: 0, max: 4 });

  test.each(roundings)("%s is the exact product, rounded", (rounding) => {
    fc.assert(
      fc.property(fc.oneof(amounts, fc.bigInt({ min: -99_999n, max: 99_999n })), rates, digits, (amount, rate, count) =>
        isRounded(multiplyRounded(amount, rate, count, rounding), amount, rate, count, rounding),
      ),
      { numRuns: 500 },
    );
  });

  test("a full return takes back what its purchase earned, under every rounding", () => {
    fc.assert(
      fc.property(amounts, rates, digits, fc.constantFrom(...roundings), (amount, rate, count, rounding) => {
        return multiplyRounded(-amount, rate, count, rounding) === -multiplyRounded(amount, rate, count, rounding);
      }),
    );
  });

  test.each([
    ["2.5", 0, { "toward-zero": "2", "half-up": "3", "away-from-zero": "3" }],
    ["2.4999", 0, { "toward-zero": "2", "half-up": "2", "away-from-zero": "3" }],
    ["-2.5", 0, { "toward-zero": "-2", "half-up": "-3", "away-from-zero": "-3" }],
    ["0.0001", 0, { "toward-zero": "0", "half-up": "0", "away-from-zero": "1" }],
    ["2.25", 1, { "toward-zero": "2.2", "half-up": "2.3", "away-from-zero": "2.3" }],
    ["7", 0, { "toward-zero": "7", "half-up": "7", "away-from-zero": "7" }],
    ["1.2345", 4, { "toward-zero": "1.2345", "half-up": "1.2345", "away-from-zero": "1.2345" }],
  ] as const)("%s at rate 1 and %d decimals", (amount, count, expected) => {
    for (const rounding of roundings)
      expect(showAmount(multiplyRounded(amountOf(amount), amountOf(1), count, rounding))).toBe(expected[rounding]);
  });
});

describe("products", () => {
  const products = fc.bigInt({ min: -amountMax * amountMax, max: amountMax * amountMax });

  test.each([
    [0n, "0.00000000", "0"],
    [1n, "0.00000001", "0.00000001"],
    [-1n, "-0.00000001", "-0.00000001"],
    [amountOf(10) * amountOf(1), "10.00000000", "10"],
    [amountOf(0.6) * amountOf(1), "0.60000000", "0.6"],
    [amountOf(-12.5) * amountOf(0.0001), "-0.00125000", "-0.00125"],
  ])("%d units of 10^-8 are %s and shown as %s", (product, text, shown) => {
    expect([formatProduct(product), showProduct(product)]).toEqual([text, shown]);
  });

  test("every product reads back from its text", () => {
    fc.assert(fc.property(products, (product) => productOf(formatProduct(product)) === product));
  });

  test("the shown text, with eight decimals again, is exactly the product", () => {
    fc.assert(
      fc.property(products, (product) => {
        const [whole, fraction = ""] = showProduct(product).split(".");
        expect(`${whole}.${fraction.padEnd(8, "0")}`).toBe(formatProduct(product));
      }),
    );
  });

  test("a sum of products is rounded once: ten of 0.60 are 6 points", () => {
    const [one, sum] = [amountOf(0.6) * amountOf(1), amountOf(6) * amountOf(1)];
    expect([one, sum].map((product) => roundProduct(product, 0, "toward-zero"))).toEqual([0n, amountOf(6)]);
  });
});
