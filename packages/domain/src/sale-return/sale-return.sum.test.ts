import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { amountOf, multiplyRounded, roundings, showAmount } from "../amount.ts";
import { describeSum, moveSum, returnsSumKey, sumText } from "./sale-return.sum.ts";

const earning = { rate: amountOf(1), rounding: "toward-zero", fractionDigits: 0 } as const;
const rules = fc.record({
  rate: fc.bigInt({ min: 0n, max: 30_000n }),
  rounding: fc.constantFrom(...roundings),
  fractionDigits: fc.integer({ min: 0, max: 4 }),
});
const amounts = fc.bigInt({ min: 0n, max: 3_000_000n });

/** Points that returns of these amounts take, one after the other. */
function takeAll(all: readonly bigint[], by: Parameters<typeof moveSum>[2] = earning, from = 0n): bigint[] {
  let sum = from;
  return all.map((amount) => {
    const moved = moveSum(sum, amount, by);
    expect(moved.before).toBe(sum);
    sum += moved.value;
    return moved.points;
  });
}
const total = (points: readonly bigint[]) => points.reduce((sum, one) => sum + one, 0n);

describe("moveSum", () => {
  test("ten returns of 0.60 take what one of 6.00 takes", () => {
    const ten = takeAll(Array(10).fill(amountOf(0.6)));
    expect(ten.map(showAmount)).toEqual(["0", "-1", "0", "-1", "-1", "0", "-1", "0", "-1", "-1"]);
    expect(total(ten)).toBe(total(takeAll([amountOf(6)])));
  });

  test("many small returns take what one large one takes, by any rule, and none gives a point", () => {
    fc.assert(
      fc.property(fc.array(amounts, { maxLength: 20 }), amounts, rules, (all, earlier, by) => {
        const from = earlier * by.rate;
        const steps = takeAll(all, by, from);
        expect(steps.every((points) => points <= 0n)).toBe(true);
        expect(total(steps)).toBe(total(takeAll([total(all)], by, from)));
      }),
    );
  });

  test("the first return of a balance takes what a sale of its amount would earn", () => {
    fc.assert(
      fc.property(amounts, rules, (amount, by) => {
        const earned = multiplyRounded(amount, by.rate, by.fractionDigits, by.rounding);
        expect(moveSum(0n, amount, by).points).toBe(-earned);
      }),
    );
  });

  test("the sum keeps points, not money: a return after a change of the rate takes the new rate", () => {
    const { value } = moveSum(0n, amountOf(0.7), earning);
    expect(moveSum(value, amountOf(0.2), { ...earning, rate: amountOf(2) }).points).toBe(amountOf(-1));
  });
});

test("a moved sum is stored with its key, and told in words", () => {
  const moved = moveSum(60_000_000n, amountOf(1.2), earning);
  expect(returnsSumKey).toBe("returns");
  expect(JSON.parse(sumText(moved))).toEqual({ key: returnsSumKey, before: 0.6, value: 1.2 });
  expect(describeSum({ before: 0.6, value: 1.2 }, { ...earning, rounding: "half-up", fractionDigits: 2 })).toBe(
    "from 0.6 to 1.8 points, rounded half up to 2 decimals",
  );
  expect(describeSum({ before: 12_345_678_901.1234, value: 1e-8 }, earning)).toBe(
    "from 12345678901.1234 to 12345678901.12340001 points, rounded toward zero to 0 decimals",
  );
  expect(describeSum({ before: 1e-8, value: 100 }, earning)).toContain("from 0.00000001 to 100.00000001 points");
});
