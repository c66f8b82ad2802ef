import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { amountOf, multiplyRounded, roundings } from "../amount.ts";
import type { SaleItem } from "../sale/sale.class.ts";
import { type Award, type OriginalSale, takeBack } from "./sale-return.take.ts";

const item = (ProductCode: string, Quantity: number, TotalAmount: number): SaleItem => ({
  ProductCode,
  Quantity,
  TotalAmount,
});
const earning = { rate: amountOf(1), rounding: "toward-zero", fractionDigits: 0 } as const;
const original = (items: SaleItem[], award?: Partial<Award>): OriginalSale => ({
  id: "o",
  externalId: "POS-1",
  items,
  memberId: "m",
  currencyId: "c",
  award: award && { points: 0n, postedAtMs: 1, lines: items.map((_, line) => line), earning, ...award },
});
const points = amountOf(22);
const coffee = original([item("COFFEE", 3, 10), item("CAKE", 1, 4.5), item("COFFEE", 1, 7.9)], { points });

/** Takes one return after the other; the rows of each as [original line, quantity, amount, points]. */
function takeAll(of: OriginalSale, ...returns: SaleItem[][]) {
  let lines = new Map();
  return returns.map((items) => {
    const { taken, after, exceeded } = takeBack(
      items.map((one, line) => ({ line, item: one, original: of })),
      { lines, expired: new Set() },
    );
    lines = new Map([...lines, ...after]);
    const rows = taken.map((one) => [
      one.originalLine,
      ...[one.quantity, one.amount, one.points].map((n) => Number(n) / 10_000),
    ]);
    return { rows, isExceeded: exceeded.length > 0 };
  });
}

describe("takeBack", () => {
  test("takes the difference of two worths: rounding leaks nothing in any split", () => {
    const one = [item("COFFEE", -1, -3.33)];
    expect(takeAll(coffee, one, one, one, [item("COFFEE", -1, -7.9), item("CAKE", -1, -4.5)])).toEqual([
      { rows: [[0, 1, 3.33, 3]], isExceeded: false },
      { rows: [[0, 1, 3.33, 4]], isExceeded: false },
      { rows: [[0, 1, 3.34, 3]], isExceeded: false },
      {
        rows: [
          [2, 1, 7.9, 8],
          [1, 1, 4.5, 4],
        ],
        isExceeded: false,
      },
    ]);
  });

  test("once everything came back, whatever the split, order, refunds and rules, nothing of a sale remains", () => {
    const product = fc.constantFrom("A", "B", "C");
    const cents = fc.integer({ min: 0, max: 3_000 }).map((amount) => amount / 100);
    const sold = fc.record({
      code: product,
      units: fc.integer({ min: 1, max: 4 }),
      total: cents,
      counts: fc.boolean(),
    });
    const rules = fc.record({
      rate: fc.bigInt({ min: 0n, max: 30_000n }),
      rounding: fc.constantFrom(...roundings),
      fractionDigits: fc.integer({ min: 0, max: 4 }),
    });
    const part = fc.record({ code: product, units: fc.integer({ min: 1, max: 5 }), refund: cents });
    const basket = fc.array(sold, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(basket, rules, fc.array(part, { maxLength: 6 }), (lines, by, parts) => {
        const counting = lines.flatMap(({ counts }, index) => (counts ? [index] : []));
        const counted = counting.reduce((sum, index) => sum + amountOf(lines[index]?.total ?? 0), 0n);
        const award = { postedAtMs: 1, lines: counting, earning: by };
        const earned = multiplyRounded(counted, by.rate, by.fractionDigits, by.rounding);
        const items = lines.map(({ code, units, total }) => item(code, units, total));
        const all = [...parts, ...["B", "A", "C"].map((code) => ({ code, units: 20, refund: 0 }))];
        const taken = takeAll(
          original(items, { ...award, points: earned }),
          ...all.map(({ code, units, refund }) => [item(code, -units, -refund)]),
        );
        const steps = taken.flatMap(({ rows }) => rows.map(([, , , step = 0]) => Math.round(step * 10_000)));
        expect(Math.min(0, ...steps)).toBe(0);
        expect(steps.reduce((sum, step) => sum + step, 0)).toBe(Number(earned));
      }),
      { numRuns: 500 },
    );
  });

  test("a return of many lines looks at each line of the original a few times, however much is left of it", () => {
    let reads = 0;
    const sold = {
      ...{ ProductCode: "COFFEE", Quantity: 1 },
      get TotalAmount() {
        reads += 1;
        return 1;
      },
    };
    const of = original(
      Array.from({ length: 500 }, () => sold),
      { points: amountOf(500) },
    );
    const back = Array.from({ length: 500 }, () => item("COFFEE", -1, -1));
    const [all, none] = takeAll(of, back, back);
    expect([all?.rows.length, all?.isExceeded, none?.rows.length, none?.isExceeded]).toEqual([500, false, 0, true]);
    expect(reads).toBeLessThan(2 * 500 * 4);
  });

  test("a line goes to the lines of its product in order, and what none of them has left takes nothing", () => {
    expect(takeAll(coffee, [item("COFFEE", -5, -30)], [item("COFFEE", -1, -1)], [item("TEA", -1, -1)])).toEqual([
      {
        rows: [
          [0, 3, 10, 10],
          [2, 1, 7.9, 8],
        ],
        isExceeded: true,
      },
      { rows: [], isExceeded: true },
      { rows: [], isExceeded: true },
    ]);
  });

  test("with the last unit the whole rest of the amount is gone, whatever was refunded", () => {
    const parts = [[item("COFFEE", -2, -0)], [item("COFFEE", -1, -0.01)]];
    expect(takeAll(coffee, ...parts).map(({ rows }) => rows)).toEqual([[[0, 2, 0, 0]], [[0, 1, 10, 10]]]);
  });

  test("a refund above the line's amount takes the line's amount", () => {
    expect(takeAll(coffee, [item("COFFEE", -1, -99)])[0]?.rows).toEqual([[0, 1, 10, 10]]);
  });

  test("lines that did not count, and sales that earned nothing, give nothing back", () => {
    const partly = original([item("COFFEE", 1, 10), item("CAKE", 1, 5)], { points: amountOf(10), lines: [0] });
    expect(takeAll(partly, [item("CAKE", -1, -5)])[0]?.rows).toEqual([[1, 1, 5, 0]]);
    expect(takeAll(original([item("CAKE", 1, 5)]), [item("CAKE", -1, -5)])[0]?.rows).toEqual([[0, 1, 5, 0]]);
  });
});
