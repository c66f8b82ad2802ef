import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { givenRules, runs } from "../testing/rules.ts";
import { rulesSchema } from "./rule.list.ts";
import { canonicalRules, parseRules } from "./rule.text.ts";

const textOf = (given: unknown) => canonicalRules(rulesSchema.parse(given));
/** The same value with the keys of all objects turned around. */
const turned = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, one]) => [key, turned(one)]),
  );
};

describe("canonicalRules", () => {
  test("the same rules give the same text, and the text gives the same rules", () => {
    const isStable = (given: object[]) => {
      const text = textOf(given);
      expect(textOf(turned(given))).toBe(text);
      expect(textOf(JSON.parse(text))).toBe(text);
      expect(parseRules(text).map(({ id }) => id)).toEqual(given.map((_, index) => `R${index}`));
    };
    fc.assert(fc.property(givenRules, isStable), { numRuns: runs });
  });

  test("keys have the order of the documentation, and amounts no zeros at their end", () => {
    const given = {
      group: "G",
      cap: { per: "day", points: "5.00" },
      gives: { bonus: 1 },
      minimumQuantity: 2,
      minimumSpend: "1.50",
      except: { product: ["P"], category: ["C"] },
      where: { product: ["P"], joinedWithinDays: 3, segment: ["S"], day: ["Mon"] },
      to: "2026-05-02T00:00:00",
      name: "N",
      id: "A",
    };
    expect(textOf([given])).toBe(
      '[{"id":"A","name":"N","to":"2026-05-02T00:00","where":{"day":["Mon"],"segment":["S"],"joinedWithinDays":3,"product":["P"]},"except":{"category":["C"],"product":["P"]},"minimumSpend":"1.5","minimumQuantity":"2","gives":{"bonus":"1"},"cap":{"points":"5","per":"day"},"group":"G"}]',
    );
    const step = { id: "B", gives: { bonus: 1 }, every: { times: 2, per: "campaign", spend: 10 } };
    expect(textOf([step])).toBe('[{"id":"B","gives":{"bonus":"1"},"every":{"spend":"10","per":"campaign","times":2}}]');
    expect(textOf([])).toBe("[]");
  });
});
