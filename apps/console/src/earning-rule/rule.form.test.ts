import { ruleBodySchema, weekdays } from "@rewards/domain";
import { expect, test } from "vitest";
import { tryRules } from "../../../../packages/domain/src/testing/rules.ts";
import { ruleFields } from "./rule.fields.ts";
import { fillFields, isShownWhole, ruleOf } from "./rule.form.ts";

const full = {
  ...{ from: "2026-05-01T00:00", to: "2026-06-01T00:00:30", minimumSpend: "20", minimumQuantity: "1.5", group: "BEST" },
  where: {
    ...{ day: [...weekdays], time: ["22:00", "24:00"], channel: ["APP"], store: ["S1", "S2"], segment: ["Regulars"] },
    ...{ tier: ["Gold"], joinedWithinDays: 30, category: ["Hot, dry"], brand: ["North"], product: ["CUP"] },
  },
  except: { category: ["Tea"], brand: ["South"], product: ["TEA", "CHAI"] },
  gives: { perQuantity: "2" },
  cap: { points: "50", per: "day" },
};
const stamps = { gives: { bonus: "100" }, every: { quantity: "10", per: "campaign", times: 3 } };

/** As a browser sends the form again. */
function sendAgain(rule: object): unknown {
  const input = new URLSearchParams();
  fillFields(rule as Record<string, unknown>, input);
  return ruleOf(new URLSearchParams(input.toString().replaceAll("%0A", "%0D%0A")));
}

const isEmpty = (value: unknown) => typeof value === "object" && Object.keys(value ?? {}).length === 0;

test("a form shows every rule whole, and gives the same rule again", () => {
  tryRules((parsed) => {
    const rule: Record<string, unknown> = JSON.parse(JSON.stringify(parsed));
    // Lists without an entry say nothing.
    const same = Object.fromEntries(Object.entries(rule).filter(([, value]) => !isEmpty(value)));
    expect([sendAgain(rule), isShownWhole(rule)]).toEqual([same, true]);
  });
});

test("every field of the form is read and shown", () => {
  for (const rule of [full, stamps]) {
    expect(ruleBodySchema.parse(rule)).toEqual(rule);
    expect(sendAgain(rule)).toEqual(rule);
  }
  const input = new URLSearchParams();
  for (const rule of [full, stamps]) fillFields(rule, input);
  const isShown = (place: string) => input.has(place) || input.has(`${place}.from`);
  expect(Object.keys(ruleFields).filter((place) => !isShown(place))).toEqual([]);
});

test.each([
  { gives: { bonus: "5" }, where: { category: ["Tea\nCoffee"] } },
  { gives: { bonus: "5" }, where: { category: [" Tea"] } },
  { gives: { bonus: "5" }, where: { category: [" "] } },
  { gives: { bonus: "5" }, where: { weather: ["Rain"] } },
  { gives: { bonus: "5", coupon: "1" } },
])("a form cannot show %j whole", (rule) => {
  expect(isShownWhole(rule)).toBe(false);
});

test("wrong values stay as they were typed", () => {
  const typed = { gives: "__proto__", "gives.amount": "x", "where.joinedWithinDays": "-1", "where.time.from": "8" };
  expect(ruleOf(new URLSearchParams(typed))).toEqual({ where: { joinedWithinDays: "-1", time: ["8", ""] } });
});
