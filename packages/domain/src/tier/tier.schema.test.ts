import { expect, test } from "vitest";
import { amountOf } from "../amount.ts";
import { programmeFile } from "../programme.ts";
import { canonicalTiers, parseTiers, tiersSchema } from "./tier.schema.ts";

const levels = [
  { name: "Silver", from: 500 },
  { from: "2000", name: "Gold" },
];
const given = { levels, counts: "base", period: "year" };

test("tiers are stored in one form", () => {
  const text = canonicalTiers(tiersSchema.parse(given));
  expect(text).toBe(
    '{"period":"year","counts":"base","levels":[{"name":"Silver","from":"500"},{"name":"Gold","from":"2000"}]}',
  );
  expect(parseTiers(text)).toEqual({
    ...{ period: "year", counts: "base" },
    levels: [
      { name: "Silver", from: amountOf(500) },
      { name: "Gold", from: amountOf(2_000) },
    ],
  });
});

const rule = (tier: unknown) => ({ id: "A", where: { tier }, gives: { bonus: 1 } });
const many = Array.from({ length: 11 }, (_, from) => ({ name: `L${from}`, from: from + 1 }));

test.each<[string, object, object[], string]>([
  [
    "levels that do not ascend",
    { levels: [levels[0], { name: "Gold", from: "500" }] },
    [],
    "tiers.levels.1.from: more than the level before",
  ],
  ["a name twice", { levels: [levels[0], { name: "Silver", from: 600 }] }, [], "tiers.levels.1.name: used before"],
  ["no level", { levels: [] }, [], "tiers.levels: 1 to 10 levels"],
  ["eleven levels", { levels: many }, [], "tiers.levels: 1 to 10 levels"],
  ["a level from 0", { levels: [{ name: "All", from: 0 }] }, [], "tiers.levels.0.from: more than 0"],
  ["another period", { period: "week" }, [], "tiers.period: year, quarter, month"],
  ["another count", { counts: "visits" }, [], "tiers.counts: base, points, spend"],
  ["a rule of an unknown level", {}, [rule(["Gold", "Silvr"])], "earning.rules.0.where.tier.1: no such level"],
  ["a rule of no level", {}, [rule([])], "earning.rules.0.where.tier: 1 to 1000 entries"],
])("%s is refused", (_, tiers, rules, fault) => {
  const programme = { businessId: "P", name: "P", currencies: [{ name: "Points" }], earning: { rules } };
  const parsed = programmeFile.safeParse({ programmes: [{ ...programme, tiers: { ...given, ...tiers } }] });
  expect(parsed.error?.issues.map(({ path, message }) => `${path.slice(2).join(".")}: ${message}`)).toEqual([fault]);
});

test("a rule names no tier where the programme has none", () => {
  const programme = {
    businessId: "P",
    name: "P",
    currencies: [{ name: "Points" }],
    earning: { rules: [rule(["Gold"])] },
  };
  expect(programmeFile.safeParse({ programmes: [programme] }).error?.issues[0]?.message).toBe("no such level");
});
