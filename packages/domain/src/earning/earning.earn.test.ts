import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { amountOf, type Rounding, roundings, showAmount } from "../amount.ts";
import { goodsAt } from "../rule/rule.measure.ts";
import { worthOf } from "../rule/rule.worth.ts";
import type { SaleItem } from "../sale/sale.class.ts";
import { isPurchase, netSale } from "../sale/sale.goods.ts";
import { moveSum } from "../sale-return/sale-return.sum.ts";
import { countedLines, describeBase, linesOf, stateOf } from "./earning.earn.ts";
import type { ProductFacts } from "./earning.rule.ts";

const line = (TotalAmount: number, Quantity = TotalAmount < 0 ? -1 : 1, ProductCode = "P"): SaleItem => ({
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
  ["Q", goods],
  ["X", { ...goods, isIncentivizable: false }],
]);
const factsOf = (items: readonly SaleItem[], { isParticipating = true, isLinked = true } = {}) => ({
  lines: linesOf(items, netSale(items), { products, isParticipating, isLinked: () => isLinked }),
  storeCode: "S",
  channel: "",
  soldAtMs: 0,
  timeZone: "UTC",
});
/** What the purchases of a sale give, and what its returns without a sale take from a balance that had none before. */
function pointsOf(items: readonly SaleItem[], rule: ReturnType<typeof earning>): [bigint, bigint] {
  const facts = factsOf(items);
  const back = countedLines(facts.lines, (item) => !isPurchase(item))?.amount ?? 0n;
  const counted = countedLines(facts.lines, isPurchase)?.lines ?? [];
  const { base } = worthOf(rule, counted, [], goodsAt(netSale(items).lines), () => undefined);
  return [base, moveSum(0n, back, rule).points];
}
const shown = (items: readonly SaleItem[], rule = earning()) => pointsOf(items, rule).map(showAmount);

describe("earn", () => {
  test("a programme gives 1 point per 1.00, rounded toward zero, unless it says otherwise", () => {
    expect(shown([line(10.99)])).toEqual(["10", "0"]);
    expect(shown([line(0.99)])).toEqual(["0", "0"]);
    expect(shown([])).toEqual(["0", "0"]);
  });

  test("rounding is over the sum of the lines, not line by line", () => {
    expect(shown([line(0.5), line(0.5), line(0.7)])).toEqual(["1", "0"]);
    expect(shown([line(-0.5), line(-0.5), line(-0.7)])).toEqual(["0", "-1"]);
  });

  test("purchases and returns of other products are rounded separately", () => {
    const back = (total: number) => line(total, -1, "Q");
    expect(shown([line(10.2), back(-0.5)])).toEqual(["10", "0"]);
    expect(shown([line(10.6), back(-1.6)])).toEqual(["10", "-1"]);
    expect(shown([line(10.6), back(-1.6)], earning("1", "half-up"))).toEqual(["11", "-2"]);
    expect(shown([line(10.1), back(-1.1)], earning("1", "away-from-zero"))).toEqual(["11", "-2"]);
  });

  test("a void lowers what the sale earns, and takes nothing for itself", () => {
    expect(shown([line(10.6, 2), line(-1.6)])).toEqual(["9", "0"]);
    expect(shown([line(10.6, 2), line(-1.6)], earning("1", "away-from-zero"))).toEqual(["9", "0"]);
    expect(shown([line(10.6), line(-10.6)], earning("1", "away-from-zero"))).toEqual(["0", "0"]);
  });

  test("rate and decimals come from the programme", () => {
    expect(shown([line(10)], earning("1.5"))).toEqual(["15", "0"]);
    expect(shown([line(10.55)], earning("0.5", "toward-zero", 2))).toEqual(["5.27", "0"]);
    expect(shown([line(10.55)], earning("0.5", "half-up", 2))).toEqual(["5.28", "0"]);
    expect(shown([line(10.55)], earning("0"))).toEqual(["0", "0"]);
  });

  test("lines of products that are not incentivizable do not count, neither purchases nor returns", () => {
    expect(shown([line(10), line(5, 1, "X"), line(-3, -1, "Q")])).toEqual(["10", "-3"]);
    expect(shown([line(10), line(-2, -1, "X"), line(-3, -1, "Q")])).toEqual(["10", "-3"]);
  });

  test("a line with total 0 earns nothing, whatever its quantity", () => {
    expect(shown([line(0, 1), line(0, -1, "Q")], earning("1", "away-from-zero"))).toEqual(["0", "0"]);
  });

  test("sums are exact, where floats are not", () => {
    expect(shown([line(0.1), line(0.2)], earning("1", "away-from-zero", 1))).toEqual(["0.3", "0"]);
    expect(shown(Array(10).fill(line(0.1)))).toEqual(["1", "0"]);
  });

  test("returning every line takes back exactly what it earned", () => {
    const cents = fc.array(fc.integer({ min: 1, max: 99_999_999 }), { minLength: 1, maxLength: 8 });
    const rates = fc.integer({ min: 0, max: 99_999 }).map((rate) => String(rate / 10_000));
    const digits = fc.integer({ min: 0, max: 4 });
    fc.assert(
      fc.property(cents, rates, fc.constantFrom(...roundings), digits, (totals, rate, rounding, fractionDigits) => {
        const rule = earning(rate, rounding, fractionDigits);
        const [earned, none] = pointsOf(
          totals.map((total) => line(total / 100)),
          rule,
        );
        expect(none).toBe(0n);
        expect(
          pointsOf(
            totals.map((total) => line(-total / 100)),
            rule,
          ),
        ).toEqual([0n, -earned]);
      }),
    );
  });

  test("counts the purchases, and the returns without a sale, of products that earn", () => {
    const items = [line(10.5), line(5, 1, "X"), line(-3, -1, "Q"), line(4), line(7, 1, "U"), line(-1.2, -1, "Q")];
    const { lines } = factsOf(items);
    expect(countedLines(lines, isPurchase)).toEqual({ lines: [0, 3], amount: amountOf(14.5) });
    expect(countedLines(lines, (item) => !isPurchase(item))).toEqual({ lines: [2, 5], amount: amountOf(4.2) });
    expect(lines.map(({ state }) => state)).toEqual([
      "counts",
      "product-out",
      "counts",
      "counts",
      "product-unknown",
      "counts",
    ]);
    expect(describeBase(amountOf(14.5), earning("2", "half-up", 1))).toBe(
      "14.5 x 2 points, rounded half up to 1 decimals",
    );
  });

  test.each([
    ["toward-zero", "rounded toward zero to 0 decimals"],
    ["half-up", "rounded half up to 0 decimals"],
    ["away-from-zero", "rounded away from zero to 0 decimals"],
  ] as const)("the base names the rounding %s", (rounding, text) => {
    expect(describeBase(amountOf(2), earning("1", rounding))).toBe(`2 x 1 points, ${text}`);
  });

  test("no line counts in a store that does not participate, whatever its product", () => {
    const facts = factsOf([line(10), line(1, 1, "U")], { isParticipating: false });
    expect(facts.lines.map(({ state }) => state)).toEqual(["store-out", "store-out"]);
    expect(countedLines(facts.lines, isPurchase)).toBeUndefined();
  });
});

describe("linesOf", () => {
  const linked = (item: SaleItem): SaleItem => ({ ...item, OriginalSaleExternalID: "POS-1" });
  const states = (items: readonly SaleItem[], options = {}) =>
    factsOf(items, options).lines.map(({ state, amount }) => [state, showAmount(amount)]);

  test("a purchase has what voids and reductions leave of it; a return, what no purchase of the sale has", () => {
    expect(states([line(30, 3), line(-10), line(-2, 0), line(-9, -2, "Q")])).toEqual([
      ["counts", "18"],
      ["void", "0"],
      ["reduction", "0"],
      ["counts", "9"],
    ]);
    expect(states([line(10), line(-30, -3)])).toEqual([
      ["counts", "0"],
      ["counts", "20"],
    ]);
  });

  test("a line that names its sale is linked, and keeps out of this one, whatever store and product", () => {
    const items = [line(10), linked(line(-4)), linked(line(-1, 0)), linked(line(-2, -1, "U"))];
    const names = ["linked", "0"];
    expect(states(items)).toEqual([["counts", "10"], names, names, names]);
    expect(states(items, { isParticipating: false })).toEqual([["store-out", "10"], names, names, names]);
  });

  test("a line whose sale did not come in time is a return without a sale, with its whole amount", () => {
    const items = [
      line(10),
      linked(line(-4)),
      linked(line(-1, 0)),
      linked(line(-2, -1, "U")),
      linked(line(-3, -1, "X")),
    ];
    expect(states(items, { isLinked: false })).toEqual([
      ["counts", "10"],
      ["counts", "4"],
      ["counts", "1"],
      ["product-unknown", "2"],
      ["product-out", "3"],
    ]);
  });
});

test("a void of an unknown product is a void, and what is left over of it is a return of an unknown product", () => {
  const { lines } = factsOf([line(10, 1, "U"), line(-10, -1, "U"), line(-1, -1, "U")]);
  expect(lines.map(({ state }) => state)).toEqual(["product-unknown", "void", "product-unknown"]);
});

test("whether a line counts depends on the store first, then on the product", () => {
  const [counts, out] = [products.get("P"), products.get("X")];
  expect([counts, out, undefined].map((product) => stateOf(product, true))).toEqual([
    "counts",
    "product-out",
    "product-unknown",
  ]);
  expect([counts, out, undefined].map((product) => stateOf(product, false))).toEqual(Array(3).fill("store-out"));
});
