import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { amountOf, type Rounding, showAmount } from "../amount.ts";
import type { Goods } from "../sale/sale.units.ts";
import { compiled, earnings, fewer, goods, rules, runs } from "../testing/rules.ts";
import { goodsAt, measureRule } from "./rule.measure.ts";
import { type CompiledRule, canonicalRules, parseRules } from "./rule.text.ts";

const goodsOf = (amount: string, quantity = "1"): Goods => ({ amount: amountOf(amount), quantity: amountOf(quantity) });
const earning = (rate = "1", rounding: Rounding = "toward-zero", fractionDigits = 0) => ({
  ...{ rounding, fractionDigits },
  rate: amountOf(rate),
});
const measured = (rule: object, left: Goods, by = earning()) =>
  showAmount(measureRule(compiled({ gives: { bonus: 5 }, ...rule })[0] as CompiledRule, left, by));

describe("measureRule", () => {
  test("fewer goods never measure more, and no goods measure nothing", () => {
    const lines = fc.array(goods, { minLength: 1, maxLength: 4 });
    const both = lines.chain((most) => fc.tuple(fc.constant(most), fc.tuple(...most.map(fewer))));
    const isMonotone = (given: Parameters<typeof canonicalRules>[0], [most, less]: Goods[][], by: typeof one) => {
      const all = (most as Goods[]).map((_, line) => line);
      for (const rule of parseRules(canonicalRules(given))) {
        const [before, after] = [most, less].map((left = []) => measureRule(rule, goodsAt(left)(all), by));
        expect(after).toBeLessThanOrEqual(before as bigint);
        expect(measureRule(rule, goodsAt([])(all), by)).toBe(0n);
      }
    };
    const one = earning();
    fc.assert(fc.property(rules, both, earnings, isMonotone), { numRuns: runs });
  });

  test.each([
    ["multiplier", { gives: { multiplier: "2.5" } }, goodsOf("10.7"), earning(), "16"],
    ["multiplier with a rate", { gives: { multiplier: "2" } }, goodsOf("10"), earning("0.25"), "2"],
    ["multiplier, rounded half up", { gives: { multiplier: "2" } }, goodsOf("10"), earning("0.25", "half-up"), "3"],
    ["multiplier 1", { gives: { multiplier: "1" } }, goodsOf("10"), earning(), "0"],
    ["rate", { gives: { rate: "0.5" } }, goodsOf("10.99"), earning("7"), "5"],
    ["rate with decimals", { gives: { rate: "0.5" } }, goodsOf("10.99"), earning("7", "half-up", 2), "5.5"],
    ["perQuantity", { gives: { perQuantity: "3" } }, goodsOf("0.01", "2.5"), earning("0"), "7"],
    [
      "perQuantity, rounded up",
      { gives: { perQuantity: "3" } },
      goodsOf("1", "2.1"),
      earning("0", "away-from-zero"),
      "7",
    ],
    ["bonus", {}, goodsOf("0.01", "9"), earning("0"), "5"],
    ["bonus of half a point", { gives: { bonus: "0.5" } }, goodsOf("1"), earning(), "0"],
    ["bonus of half a point, half up", { gives: { bonus: "0.5" } }, goodsOf("1"), earning("1", "half-up"), "1"],
    ["cap of a sale", { cap: { points: "4", per: "sale" } }, goodsOf("1"), earning(), "4"],
    ["cap of a day, which the sum has", { cap: { points: "4", per: "day" } }, goodsOf("1"), earning(), "5"],
    ["every quantity", { every: { quantity: 10, per: "day" } }, goodsOf("1", "2.5"), earning(), "2.5"],
    ["every spend", { every: { spend: 10, per: "day" } }, goodsOf("1.2345", "2"), earning(), "1.2345"],
    ["every visit", { every: { visits: 10, per: "day" } }, goodsOf("1.2345", "2"), earning(), "1"],
  ])("%s", (_, rule, left, by, expected) => {
    expect(measured(rule, left, by)).toBe(expected);
  });

  test("a multiplier rounds once, from the exact product of three numbers", () => {
    const rule = { gives: { multiplier: "1.0001" } };
    expect(measured(rule, goodsOf("99999999.9999"), earning("0.0001"))).toBe("0");
    expect(measured(rule, goodsOf("100000000"), earning("0.0001"))).toBe("1");
  });

  test("below a minimum, a rule gives nothing", () => {
    const minimum = { minimumSpend: "20", minimumQuantity: "2" };
    expect(measured(minimum, goodsOf("20", "2"))).toBe("5");
    expect(measured(minimum, goodsOf("19.9999", "2"))).toBe("0");
    expect(measured(minimum, goodsOf("20", "1.9999"))).toBe("0");
    expect(measured({ ...minimum, every: { visits: 1, per: "day" } }, goodsOf("19", "2"))).toBe("0");
  });
});

test("units of which no amount is left do not count", () => {
  const left = goodsAt([goodsOf("2"), goodsOf("0", "5"), goodsOf("3", "4")]);
  expect(left([0, 1, 2])).toEqual(goodsOf("5", "5"));
  expect(left([1])).toEqual(goodsOf("0", "0"));
  expect(left([2, 7])).toEqual(goodsOf("3", "4"));
  expect(measured({ gives: { perQuantity: 1 } }, left([0, 1, 2]))).toBe("5");
  expect(measured({}, left([1]))).toBe("0");
});
