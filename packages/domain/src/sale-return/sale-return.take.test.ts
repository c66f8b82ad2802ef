import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { amountOf, multiplyRounded, roundings } from "../amount.ts";
import type { SaleItem } from "../sale/sale.class.ts";
import { type Award, type OriginalSale, soldGoods } from "./sale-return.original.ts";
import { allLines } from "./sale-return.remain.ts";
import { type LinkedLine, type Returned, takeBack, takenLinesMax } from "./sale-return.take.ts";

const item = (ProductCode: string, Quantity: number, TotalAmount: number, OriginalLine?: number): SaleItem => ({
  ...{ ProductCode, Quantity, TotalAmount },
  ...(OriginalLine !== undefined && { OriginalLine }),
});
const earning = { rate: amountOf(1), rounding: "toward-zero", fractionDigits: 0, version: 1 } as const;
const original = (items: SaleItem[], award?: Partial<Award>): OriginalSale => {
  const lines = award?.lines ?? items.flatMap(({ Quantity }, line) => (Quantity > 0 ? [line] : []));
  return {
    ...{ id: "o", externalId: "POS-1", memberId: "m", currencyId: "c", settledAtMs: 1, soldAtMs: 1 },
    goods: soldGoods(items),
    award: award && { points: 0n, postedAtMs: 1, earning, ...award, lines },
  };
};
const points = amountOf(22);
const coffee = original([item("COFFEE", 3, 10), item("CAKE", 1, 4.5), item("COFFEE", 1, 7.9)], { points });
const linked = (of: OriginalSale, one: SaleItem, line = 0, more: Partial<LinkedLine> = {}): LinkedLine => ({
  ...{ line, item: one, original: of, code: one.ProductCode, state: "counts" },
  ...more,
});
const number = (amount: bigint) => Number(amount) / 10_000;

/** Takes one return after the other; the rows of each as [original line, quantity, amount, points], and what is left over. */
function takeAll(of: OriginalSale, ...returns: SaleItem[][]) {
  let lines: Returned["lines"] = new Map();
  return returns.map((items) => {
    const taking = takeBack(
      items.map((one, line) => linked(of, one, line)),
      { lines, expired: new Set() },
    );
    lines = new Map([...lines, ...taking.after]);
    const rows = taking.taken.map((one) => [
      one.originalLine,
      ...[one.quantity, one.amount, one.points].map((n) => number(n)),
    ]);
    const rests = taking.rests.map(({ linked: { line }, amount }) => [line, number(amount)]);
    return { rows, rests, isExceeded: taking.exceeded.length > 0 };
  });
}
const all = { rests: [], isExceeded: false };

describe("takeBack", () => {
  test("takes the difference of two worths: rounding leaks nothing in any split", () => {
    const one = [item("COFFEE", -1, -3.33)];
    expect(takeAll(coffee, one, one, one, [item("COFFEE", -1, -7.9), item("CAKE", -1, -4.5)])).toEqual([
      { ...all, rows: [[0, 1, 3.33, 3]] },
      { ...all, rows: [[0, 1, 3.33, 4]] },
      { ...all, rows: [[0, 1, 3.34, 3]] },
      {
        ...all,
        rows: [
          [2, 1, 7.9, 8],
          [1, 1, 4.5, 4],
        ],
      },
    ]);
  });

  test("once everything came back, whatever the split, order, refunds, reductions and rules, nothing of a sale remains", () => {
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
      version: fc.constant(1),
    });
    const part = fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({
          code: product,
          units: fc.integer({ min: 1, max: 5 }),
          refund: cents,
          named: fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined }),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          code: fc.constantFrom("A", "B", "discount"),
          units: fc.constant(0),
          refund: fc.integer({ min: 1, max: 900 }).map((amount) => amount / 100),
          named: fc.constant(undefined),
        }),
      },
    );
    const basket = fc.array(sold, { minLength: 1, maxLength: 5 });
    const ofReceipt = fc.array(part, { maxLength: 2 });
    fc.assert(
      fc.property(basket, ofReceipt, rules, fc.array(part, { maxLength: 6 }), (lines, own, by, parts) => {
        const counting = lines.flatMap(({ counts }, index) => (counts ? [index] : []));
        const award = { postedAtMs: 1, lines: counting, earning: by };
        const receipt = own.map(({ code, units, refund }) => item(code, 0 - units, -refund));
        const items = [...lines.map(({ code, units, total }) => item(code, units, total)), ...receipt];
        const { amount: counted } = soldGoods(items).counting(counting).sold;
        const earned = multiplyRounded(counted, by.rate, by.fractionDigits, by.rounding);
        const rest = ["B", "A", "C"].map((code) => ({ code, units: 20, refund: 0, named: undefined }));
        const taken = takeAll(
          original(items, { ...award, points: earned }),
          ...[...parts, ...rest].map(({ code, units, refund, named }) => [item(code, 0 - units, -refund, named)]),
        );
        const steps = taken.flatMap(({ rows }) => rows.map(([, , , step = 0]) => Math.round(step * 10_000)));
        expect(Math.min(0, ...steps)).toBe(0);
        expect(steps.reduce((sum, step) => sum + step, 0)).toBe(Number(earned));
      }),
      { numRuns: 500 },
    );
  });

  test("a line goes to the nearest unit price of its product, then to the others; what none has is left over", () => {
    expect(takeAll(coffee, [item("COFFEE", -5, -30)], [item("COFFEE", -1, -1)], [item("TEA", -1, -1)])).toEqual([
      {
        rows: [
          [2, 1, 7.9, 8],
          [0, 3, 10, 10],
        ],
        rests: [[0, 12.1]],
        isExceeded: false,
      },
      { rows: [], rests: [[0, 1]], isExceeded: false },
      { rows: [], rests: [[0, 1]], isExceeded: false },
    ]);
  });

  test("what is left over is the refund less what the lines had, and never less than nothing", () => {
    expect(takeAll(coffee, [item("CAKE", -2, -3)])).toEqual([
      { rows: [[1, 1, 4.5, 5]], rests: [[0, 0]], isExceeded: false },
    ]);
    expect(takeAll(coffee, [item("CAKE", -1, -30)])).toEqual([{ ...all, rows: [[1, 1, 4.5, 5]] }]);
  });

  test("with the last unit the whole rest of the amount is gone, whatever was refunded", () => {
    const parts = [[item("COFFEE", -2, -0)], [item("COFFEE", -1, -0.01)]];
    expect(takeAll(coffee, ...parts).map(({ rows }) => rows)).toEqual([[[0, 2, 0, 0]], [[0, 1, 10, 10]]]);
  });

  test("a refund above the line's amount takes the line's amount", () => {
    const of = original([item("COFFEE", 3, 10)], { points: amountOf(10) });
    expect(takeAll(of, [item("COFFEE", -1, -99)])[0]?.rows).toEqual([[0, 1, 10, 10]]);
  });

  test("a reduction is a row without units at its product's first line, or at the whole sale, and none if nothing is left", () => {
    const off = (code: string, amount: number) => [item(code, 0, -amount)];
    const steps = [off("COFFEE", 7), off("discount", 2), off("CAKE", 4), off("CAKE", 4), off("CAKE", 0.01)];
    expect(takeAll(coffee, ...steps)).toEqual([
      { ...all, rows: [[0, 0, 7, 7]] },
      { ...all, rows: [[allLines, 0, 2, 2]] },
      { ...all, rows: [[1, 0, 4, 4]] },
      { rows: [[1, 0, 0.5, 0]], rests: [], isExceeded: true },
      { rows: [], rests: [], isExceeded: true },
    ]);
  });

  test("a return of more lines than one may take from stops there", () => {
    const large = (id: string) => ({
      ...original(Array.from({ length: 500 }, () => item("A", 1, 1))),
      id,
    });
    const lines = Array.from({ length: 20 }, (_, line) => linked(large(`o${line}`), item("A", -500, -500), line));
    const { taken } = takeBack(lines, { lines: new Map(), expired: new Set() });
    expect([taken.length, takenLinesMax]).toEqual([5_500, 5_000]);
  });

  test("lines that did not count, and sales that earned nothing, give nothing back", () => {
    const partly = original([item("COFFEE", 1, 10), item("CAKE", 1, 5)], { points: amountOf(10), lines: [0] });
    expect(takeAll(partly, [item("CAKE", -1, -5)])[0]?.rows).toEqual([[1, 1, 5, 0]]);
    expect(takeAll(original([item("CAKE", 1, 5)]), [item("CAKE", -1, -5)])[0]?.rows).toEqual([[0, 1, 5, 0]]);
  });
});
