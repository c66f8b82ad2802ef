import { describe, expect, test } from "vitest";
import { rulesSchema } from "./rule.list.ts";

const rule = (id: string, more: object = {}) => ({ id, gives: { bonus: "5" }, ...more });
const faultsOf = (...rules: object[]) =>
  rulesSchema.safeParse(rules).error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
const cap = (points: string, per = "day") => ({ cap: { points, per } });
const group = { group: "G" };

describe("rulesSchema", () => {
  test("an ID is used once", () => {
    expect(faultsOf(rule("A"), rule("B"), rule("A"), rule("A"))).toEqual(["2.id: used before", "3.id: used before"]);
  });

  test("rules of a group have one cap, or none of them has one", () => {
    const oneCap = "rules of a group have one cap";
    expect(faultsOf(rule("A", { ...group, ...cap("5") }), rule("B", { ...group, ...cap("5.0") }))).toBeUndefined();
    expect(faultsOf(rule("A", group), rule("B", group), rule("C", { ...cap("1"), group: "H" }))).toBeUndefined();
    expect(faultsOf(rule("A", { ...group, ...cap("5") }), rule("B", group))).toEqual([`1.cap: ${oneCap}`]);
    const others = [rule("A", group), rule("B", { ...group, ...cap("5") }), rule("C", { ...group, ...cap("5") })];
    expect(faultsOf(...others)).toEqual([`1.cap: ${oneCap}`, `2.cap: ${oneCap}`]);
    expect(faultsOf(rule("A", { ...group, ...cap("5") }), rule("B", { ...group, ...cap("5", "week") }))).toEqual([
      `1.cap: ${oneCap}`,
    ]);
  });

  test("a group has no rule's ID", () => {
    expect(faultsOf(rule("A", { group: "B" }), rule("B"))).toEqual(["0.group: not the id of a rule"]);
  });

  test("a programme has 500 rules, and 5000 entries in all lists of them", () => {
    const many = (count: number, more: object = {}) =>
      Array.from({ length: count }, (_, index) => rule(`R${index}`, more));
    expect(faultsOf(...many(500))).toBeUndefined();
    expect(faultsOf(...many(501))).toEqual([": at most 500 rules"]);
    const entries = (count: number) => Array.from({ length: count }, (_, index) => `x${index}`);
    const lists = {
      where: { category: entries(999), time: ["08:00", "09:00"], joinedWithinDays: 1 },
      except: { product: ["x"] },
    };
    expect(faultsOf(...many(5, lists))).toBeUndefined();
    expect(faultsOf(...many(5, lists), rule("B", { where: { day: ["Mon"] } }))).toEqual([
      ": at most 5000 entries in all lists",
    ]);
  });
});
