import { expect, test } from "vitest";
import { sayRule } from "./rule.say.ts";
import { ruleSchema } from "./rule.schema.ts";

const bonus = { bonus: "5" };

test.each([
  [
    { where: { category: ["Coffee"], day: ["Sat", "Sun"] }, gives: { multiplier: 2 }, cap: { points: 50, per: "day" } },
    "2 times the points, of category Coffee, on Sat or Sun, at most 50 a day",
  ],
  [
    { where: { channel: ["APP"], store: [..."ABCD"], time: ["22:00", "02:00"] }, gives: { rate: "0.25" } },
    "0.25 points more for 1.00, by APP, in one of 4 stores, from 22:00 to 02:00",
  ],
  [
    { except: { brand: ["North"], category: [..."ABCD"], product: ["CUP"] }, gives: { perQuantity: 3 } },
    "3 points for a unit, not of one of 4 categories, not of brand North, not of CUP",
  ],
  [
    { where: { segment: ["Regulars"], tier: ["Gold"], joinedWithinDays: 30 }, minimumSpend: 20, gives: bonus },
    "5 points for a sale, for members of Regulars, for tier Gold, within 30 days of joining, from 20 spent",
  ],
  [
    { minimumQuantity: 2, group: "G", gives: bonus, cap: { points: 9, per: "campaign" } },
    "5 points for a sale, from 2 units, at most 9 in all, only the best of G counts",
  ],
  [{ gives: bonus, every: { quantity: 10, per: "campaign" } }, "5 points for every 10 units in all"],
  [{ gives: bonus, every: { spend: 100, per: "month" } }, "5 points for every 100 spent a month"],
  [
    { gives: bonus, every: { visits: 3, per: "year", times: 2 } },
    "5 points for every 3 visits a year, at most 2 times",
  ],
])("%j reads as words", (rule, expected) => {
  expect(sayRule(ruleSchema.parse({ id: "R", ...rule }))).toBe(expected);
});
