import { expect, test } from "vitest";
import { amountOf } from "../amount.ts";
import { compiled } from "../testing/rules.ts";
import { describeRule } from "./rule.describe.ts";

const goods = { amount: amountOf("12.5"), quantity: amountOf("3") };
const earning = { rate: amountOf("0.5"), fractionDigits: 0, rounding: "toward-zero" } as const;
const bonus = { bonus: "5" };

test.each([
  [
    { id: "COFFEE2", name: "Double points on coffee", gives: { multiplier: 2 } },
    "COFFEE2 (Double points on coffee): 12.5 x 0.5 x 1 more",
  ],
  [{ gives: { rate: "0.25" } }, "R0: 12.5 x 0.25 more"],
  [{ where: { segment: ["Regulars", "Staff"] }, gives: bonus }, "R0: 5 more, for members of Regulars or Staff"],
  [{ where: { segment: [..."ABCD"] }, gives: bonus }, "R0: 5 more, for members of one of 4 segments"],
  [{ gives: { perQuantity: "2" } }, "R0: 3 units x 2 more"],
  [{ gives: bonus, cap: { points: 10, per: "day" } }, "R0: 5 more, at most 10 a day"],
  [
    { gives: bonus, cap: { points: 10, per: "campaign" }, group: "G" },
    "R0: 5 more, at most 10 in all, only the best of G counts",
  ],
  [{ gives: bonus, every: { quantity: 10, per: "campaign" } }, "R0: 3 units, 5 more for every 10 in all"],
  [{ gives: bonus, every: { spend: 100, per: "month" } }, "R0: 12.5 spent, 5 more for every 100 a month"],
  [
    { gives: bonus, every: { visits: 5, per: "year", times: 2 } },
    "R0: 1 visit, 5 more for every 5 a year, at most 2 times",
  ],
])("%j reads as words", (rule, expected) => {
  const [one] = compiled(rule);
  expect(one && describeRule(one, goods, earning)).toBe(expected);
});
