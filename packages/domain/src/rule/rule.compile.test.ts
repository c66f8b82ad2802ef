import { describe, expect, test } from "vitest";
import { setOf } from "../testing/rules.ts";

const bonus = { gives: { bonus: 1 } };
const dayOf = (date: string) => Date.parse(date) / 86_400_000;

describe("compileRules", () => {
  test("a set knows its rules by ID", () => {
    const set = setOf({ ...bonus, id: "A" }, { ...bonus, id: "B" });
    expect(set.byId.get("B")).toBe(set.rules[1]);
    expect(set.byId.get("C")).toBeUndefined();
  });

  test("the rules of a local day are those in force in some hour of it", () => {
    const set = setOf(
      { ...bonus, to: "2026-05-04T00:00" },
      { ...bonus, to: "2026-05-04T00:01" },
      { ...bonus, from: "2026-05-04T23:59" },
      { ...bonus, from: "2026-05-05T00:00" },
      { ...bonus, where: { day: ["Mon"] } },
      { ...bonus, where: { day: ["Tue"] } },
    );
    expect(set.ofDay(dayOf("2026-05-04")).toString(2)).toBe("10110");
    expect(set.ofDay(dayOf("2026-05-05")).toString(2)).toBe("101100");
  });

  test("conditions that no rule has need no look", () => {
    expect(setOf(bonus, bonus)).toMatchObject({ channel: undefined, store: undefined, lines: [] });
  });
});
