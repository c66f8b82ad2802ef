import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { amountOf, type Rounding, roundings, showAmount } from "../amount.ts";
import { describeReason, earn, linesOf } from "./earning.earn.ts";
import type { ProductFacts } from "./earning.rule.ts";

const line = (TotalAmount: number, Quantity = TotalAmount < 0 ? -1 : 1, ProductCode = "P") => ({
  ProductCode,
  Quantity,
  TotalAmount,
});
const earning = (rate = "1", rounding: Rounding = "toward-zero", fractionDigits = 0) => ({
  rate: amountOf(rate),
  rounding,
  fractionDigits,
});
const goods: ProductFacts = { isIncentivizable: true, category: "", brand: "" };
const products = new Map([
  ["P", goods],
  ["X", { ...goods, isIncentivizable: false }],
]);
const factsOf = (items: readonly ReturnType<typeof line>[], isParticipating = true) => ({
  lines: linesOf(items, products, isParticipating),
  storeCode: "S",
  channel: "",
  soldAtMs: 0,
  timeZone: "UTC",
});
const pointsOf = ({ reasons }: ReturnType<typeof earn>, type: string) =>
  reasons.filter((one) => one.type === type).reduce((sum, { points }) => sum + points, 0n);
const shown = (earned: ReturnType<typeof earn>) => ["Sale", "Return"].map((type) => showAmount(pointsOf(earned, type)));

describe("earn", () => {
  test("a programme gives 1 point per 1.00, rounded toward zero, unless it says otherwise", () => {
    expect(shown(earn(factsOf([line(10.99)]), earning()))).toEqual(["10", "0"]);
    expect(shown(earn(factsOf([line(0.99)]), earning()))).toEqual(["0", "0"]);
    expect(shown(earn(factsOf([]), earning()))).toEqual(["0", "0"]);
  });

  test("rounding is over the sum of the lines, not line by line", () => {
    expect(shown(earn(factsOf([line(0.5), line(0.5), line(0.7)]), earning()))).toEqual(["1", "0"]);
  });

  test("purchases and returns are rounded separately", () => {
    expect(shown(earn(factsOf([line(10.2), line(-0.5)]), earning()))).toEqual(["10", "0"]);
    expect(shown(earn(factsOf([line(10.6), line(-1.6)]), earning()))).toEqual(["10", "-1"]);
    expect(shown(earn(factsOf([line(10.6), line(-1.6)]), earning("1", "half-up")))).toEqual(["11", "-2"]);
    expect(shown(earn(factsOf([line(10.1), line(-1.1)]), earning("1", "away-from-zero")))).toEqual(["11", "-2"]);
  });

  test("rate and decimals come from the programme", () => {
    expect(shown(earn(factsOf([line(10)]), earning("1.5")))).toEqual(["15", "0"]);
    expect(shown(earn(factsOf([line(10.55)]), earning("0.5", "toward-zero", 2)))).toEqual(["5.27", "0"]);
    expect(shown(earn(factsOf([line(10.55)]), earning("0.5", "half-up", 2)))).toEqual(["5.28", "0"]);
    expect(shown(earn(factsOf([line(10.55)]), earning("0")))).toEqual(["0", "0"]);
  });

  test("lines of products that are not incentivizable do not count, neither purchases nor returns", () => {
    const items = [line(10), line(5, 1, "X"), line(-3), line(-2, -1, "X")];
    expect(shown(earn(factsOf(items), earning()))).toEqual(["10", "-3"]);
  });

  test("a line with total 0 earns nothing, whatever its quantity", () => {
    expect(shown(earn(factsOf([line(0, 1), line(0, -1)]), earning("1", "away-from-zero")))).toEqual(["0", "0"]);
  });

  test("sums are exact, where floats are not", () => {
    expect(shown(earn(factsOf([line(0.1), line(0.2)]), earning("1", "away-from-zero", 1)))).toEqual(["0.3", "0"]);
    expect(shown(earn(factsOf(Array(10).fill(line(0.1))), earning()))).toEqual(["1", "0"]);
  });

  test("returning every line takes back exactly what it earned", () => {
    const cents = fc.array(fc.integer({ min: 1, max: 99_999_999 }), { minLength: 1, maxLength: 8 });
    const rates = fc.integer({ min: 0, max: 99_999 }).map((rate) => String(rate / 10_000));
    const digits = fc.integer({ min: 0, max: 4 });
    fc.assert(
      fc.property(cents, rates, fc.constantFrom(...roundings), digits, (totals, rate, rounding, fractionDigits) => {
        const rule = earning(rate, rounding, fractionDigits);
        const bought = earn(factsOf(totals.map((total) => line(total / 100))), rule);
        const returned = earn(factsOf(totals.map((total) => line(-total / 100))), rule);
        expect(pointsOf(returned, "Sale")).toBe(0n);
        expect(pointsOf(returned, "Return")).toBe(-pointsOf(bought, "Sale"));
      }),
    );
  });

  test("gives its reasons: the rule, the counted lines, their sum and the points", () => {
    const items = [line(10.5), line(5, 1, "X"), line(-3), line(4), line(7, 1, "U"), line(-1.2)];
    const { lines, reasons } = earn(factsOf(items), earning("2"));
    expect(reasons).toEqual([
      { rule: "rate", type: "Sale", lines: [0, 3], amount: amountOf(14.5), points: amountOf(29) },
      { rule: "rate", type: "Return", lines: [2, 5], amount: amountOf(-4.2), points: amountOf(-8) },
    ]);
    expect(lines.map(({ state }) => state)).toEqual([
      "counts",
      "product-out",
      "counts",
      "counts",
      "product-unknown",
      "counts",
    ]);
    expect(reasons.map((reason) => describeReason(reason, earning("2", "half-up", 1)))).toEqual([
      "Sale: 14.5 x 2 points, rounded half up to 1 decimals = 29",
      "Return: -4.2 x 2 points, rounded half up to 1 decimals = -8",
    ]);
  });

  test("no line counts in a store that does not participate, whatever its product", () => {
    const { lines, reasons } = earn(factsOf([line(10), line(1, 1, "U")], false), earning());
    expect([lines.map(({ state }) => state), reasons]).toEqual([["store-out", "store-out"], []]);
  });
});
