import { describe, expect, test } from "vitest";
import { amountOf, showAmount } from "../amount.ts";
import type { Goods } from "../sale/sale.units.ts";
import { compiled } from "../testing/rules.ts";
import { goodsAt } from "./rule.measure.ts";
import { keyOfSum } from "./rule.sum.ts";
import type { CompiledRule } from "./rule.text.ts";
import { worthOf } from "./rule.worth.ts";

const goodsOf = (...amounts: string[]): Goods[] =>
  amounts.map((amount) => ({ amount: amountOf(amount), quantity: amountOf("1") }));
const earning = { rate: amountOf("1"), fractionDigits: 0, rounding: "toward-zero" } as const;
const keyOf = (rule: CompiledRule) => keyOfSum(rule, "2026-05-04");
/** All lines count for all rules. */
function worth(left: readonly Goods[], ...given: object[]) {
  const lines = left.map((_, line) => line);
  const matched = compiled(...given.map((rule) => ({ ...rule }))).map((rule) => ({ rule, lines }));
  const { base, shares, sums } = worthOf(earning, lines, matched, goodsAt(left), keyOf);
  return [
    showAmount(base),
    shares.map(({ id, points }) => `${id} ${showAmount(points)}`),
    sums.map(({ key, id, value }) => `${key} ${id} ${showAmount(value)}`),
  ];
}
const double = { gives: { multiplier: "2" } };
const bonus = (points: number) => ({ gives: { bonus: points } });
const perDay = { cap: { points: 10, per: "day" } };

describe("worthOf", () => {
  test("base and each share are rounded by themselves, and add up", () => {
    expect(worth(goodsOf("10.99", "0.99"), double, { gives: { multiplier: "3" } }, bonus(5))).toEqual([
      ...["11", ["R0 11", "R1 23", "R2 5"], []],
    ]);
    expect(worth(goodsOf("10"))).toEqual(["10", [], []]);
  });

  test("each share counts the lines of its rule", () => {
    const left = goodsOf("10", "20");
    const [rule] = compiled(double);
    const matched = rule ? [{ rule, lines: [1] }] : [];
    expect(worthOf(earning, [0, 1], matched, goodsAt(left), keyOf)).toEqual({
      base: amountOf("30"),
      shares: [{ id: "R0", lines: [1], points: amountOf("20") }],
      sums: [],
    });
  });

  test("a rule that measures 0 is absent", () => {
    expect(worth(goodsOf("10"), { ...bonus(5), minimumSpend: "10.01" }, { gives: { multiplier: 1 } })).toEqual([
      ...["10", [], []],
    ]);
    expect(worth(goodsOf("0"), bonus(5), { ...bonus(5), ...perDay })).toEqual(["0", [], []]);
  });

  test("of a group, only the rule that measures most counts; of equals, the first", () => {
    const best = { group: "BEST" };
    expect(worth(goodsOf("7"), { ...bonus(5), ...best }, { ...double, ...best }, bonus(1))).toEqual([
      ...["7", ["R0 0", "R1 7", "R2 1"], []],
    ]);
    expect(
      worth(goodsOf("5"), { ...bonus(5), ...best }, { ...double, ...best }, { ...bonus(4), group: "OTHER" }),
    ).toEqual([...["5", ["R0 5", "R1 0", "R2 4"], []]]);
    expect(worth(goodsOf("2"), { ...bonus(5), ...best, minimumSpend: 3 }, { ...double, ...best })).toEqual([
      ...["2", ["R1 2"], []],
    ]);
  });

  test("what a running sum decides is in `sums`; in a group, only what its best rule measures", () => {
    const every = { every: { spend: 100, per: "campaign" } };
    expect(worth(goodsOf("12.5"), { ...bonus(5), ...every }, { ...double, ...perDay })).toEqual([
      "12",
      ["R0 0", "R1 0"],
      ["R0/every:spend:100:5/ R0 12.5", "R1/cap:10/2026-05-04 R1 12"],
    ]);
    const capped = { group: "G", ...perDay };
    expect(worth(goodsOf("12.5"), { ...bonus(5), ...capped }, { ...double, ...capped })).toEqual([
      ...["12", ["R0 0", "R1 0"], ["G/cap:10/2026-05-04 R1 12"]],
    ]);
  });
});
