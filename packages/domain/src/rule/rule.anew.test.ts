import { expect, test } from "vitest";
import { sayAnew } from "./rule.anew.ts";
import type { RuleBody } from "./rule.schema.ts";

const gives = { bonus: "5" };
const card = (quantity: string, more: object = {}): RuleBody => ({
  gives,
  every: { quantity, per: "campaign", ...more },
});
const capped = (points: string, per: "day" | "week" | "sale", group?: string): RuleBody => ({
  ...{ gives, cap: { points, per } },
  ...(group !== undefined && { group }),
});

test.each<[string, RuleBody, RuleBody, string | undefined]>([
  ["another step", card("10"), card("8"), "stamps start anew (every 10 → 8)"],
  ["another bonus", card("10"), { ...card("10"), gives: { bonus: "9" } }, "stamps start anew (bonus 5 → 9)"],
  ["at most so many times", card("10"), card("10", { times: 3 }), "stamps start anew (times none → 3)"],
  [
    "visits instead of units",
    card("10"),
    { gives, every: { visits: "10", per: "campaign" } },
    "stamps start anew (of quantity → visits)",
  ],
  ["another cap", capped("5", "day"), capped("9", "day"), "points start anew (cap 5 → 9)"],
  ["another period", capped("5", "day"), capped("5", "week"), "points start anew (per day → week)"],
  ["another group", capped("5", "day"), capped("5", "day", "G"), "points start anew (group none → G)"],
  ["no cap any more", capped("5", "day"), { gives }, "points start anew (cap 5 → none, per day → none)"],
  ["dates", card("10"), { ...card("10"), from: "2026-01-01T00:00" }, undefined],
  ["conditions", card("10"), { ...card("10"), where: { day: ["Mon"] } }, undefined],
  ["a first cap", { gives }, capped("5", "day"), undefined],
  ["a cap of each sale", capped("5", "sale"), capped("9", "sale"), undefined],
  ["a group without a sum", { gives, group: "G" }, { gives, group: "H" }, undefined],
])("an edit of %s says what members have collected for nothing", (_, before, after, said) => {
  expect(sayAnew(before, after)).toBe(said && `collected ${said}`);
});
