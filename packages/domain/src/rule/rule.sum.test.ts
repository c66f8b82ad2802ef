import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { amountOf, showAmount } from "../amount.ts";
import { compiled, rules, runs } from "../testing/rules.ts";
import { keyOfSum, valueOfSum } from "./rule.sum.ts";
import { type CompiledRule, canonicalRules, parseRules } from "./rule.text.ts";

const bonus = { id: "A", gives: { bonus: "100" } };
const keyOf = (more: object, date = "2026-05-04") => keyOfSum(compiled({ ...bonus, ...more })[0] as CompiledRule, date);

test.each([
  [{ cap: { points: "10.0", per: "day" } }, "A/cap:10/2026-05-04"],
  [{ cap: { points: 10, per: "week" } }, "A/cap:10/2026-W19"],
  [{ cap: { points: 10, per: "month" } }, "A/cap:10/2026-05"],
  [{ cap: { points: 10, per: "quarter" } }, "A/cap:10/2026-Q2"],
  [{ cap: { points: 10, per: "year" } }, "A/cap:10/2026"],
  [{ cap: { points: "0.5", per: "campaign" } }, "A/cap:0.5/"],
  [{ cap: { points: 10, per: "day" }, group: "G" }, "G/cap:10/2026-05-04"],
  [{ every: { quantity: 10, per: "campaign" } }, "A/every:quantity:10:100/"],
  [{ every: { spend: "10.50", per: "year", times: 3 } }, "A/every:spend:10.5:100:3/2026"],
  [{ every: { visits: 5, per: "week" } }, "A/every:visits:5:100/2026-W19"],
  [{ cap: { points: 10, per: "sale" } }, undefined],
  [{ group: "G" }, undefined],
])("the sum of %j has the key %s", (rule, expected) => {
  expect(keyOf(rule)).toBe(expected);
});

describe("valueOfSum", () => {
  const values = (key: string, ...sums: string[]) => sums.map((sum) => showAmount(valueOfSum(key, amountOf(sum))));

  test("a cap gives what it has, up to its points", () => {
    expect(values("A/cap:10.5/2026-05-04", "0", "0.5", "10.4999", "10.5", "99")).toEqual([
      ...["0", "0.5", "10.4999", "10.5", "10.5"],
    ]);
  });

  test("every full step gives the bonus, up to so many times", () => {
    expect(values("A/every:quantity:10:100/", "0", "9.9999", "10", "39")).toEqual(["0", "0", "100", "300"]);
    expect(values("A/every:spend:0.5:2.5:2/2026", "0.4999", "0.5", "1", "1.5")).toEqual(["0", "2.5", "5", "5"]);
  });

  test("never falls, and is 0 for 0", () => {
    const sum = fc.bigInt({ min: 0n, max: 300_000n });
    const isRising = (given: Parameters<typeof canonicalRules>[0], one: bigint, other: bigint) => {
      for (const rule of parseRules(canonicalRules(given))) {
        const key = keyOfSum(rule, "2026-05-04");
        if (key === undefined) continue;
        expect(valueOfSum(key, 0n)).toBe(0n);
        expect(valueOfSum(key, one + other)).toBeGreaterThanOrEqual(valueOfSum(key, one));
      }
    };
    fc.assert(fc.property(rules, sum, sum, isRising), { numRuns: runs });
  });

  test("many kinds of sums one after the other are each worth their own", () => {
    const found = Array.from({ length: 2_500 }, (_, points) => valueOfSum(`A/cap:${points}/`, amountOf("1250")));
    expect(found.map(showAmount)).toEqual(found.map((_, points) => String(Math.min(points, 1_250))));
  });
});
