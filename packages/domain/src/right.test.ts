import { expect, test } from "vitest";
import { queryFieldsOf } from "./query/query.field.ts";
import { actions, creatableObjects, dataViews, objects } from "./registry.ts";
import {
  actionRight,
  allRights,
  commonRights,
  crossStoreRights,
  everyRight,
  isGranted,
  operatorFunctions,
  parseRights,
  reachesClass,
  unknownRights,
  widenedScope,
} from "./right.ts";

const grants = (text: string) => [...parseRights(text).granted];

test("every create, class, action, view and operator function has a right, and no two have the same", () => {
  const calls = creatableObjects.length + objects.length + actions.length + dataViews.length;
  expect(allRights).toHaveLength(calls + operatorFunctions.length + crossStoreRights.length);
  expect(new Set(allRights).size).toBe(allRights.length);
  for (const right of allRights) expect(right).toMatch(/^[a-z_]+:[A-Za-z]+$/);
});

test("an action's right is its own name; those of AddBalance and PayWithPoints are member:adjust and member:pay", () => {
  const other = actions.filter(({ name, right }) => name.toLowerCase() !== right.toLowerCase());
  expect(other.map(actionRight)).toEqual(["member:adjust", "member:pay"]);
});

test("a list grants what it names, in any case; * as the last part stands for all of a family, alone for all", () => {
  expect(grants("sale:create  VIEW:storelist")).toEqual(["sale:create", "view:StoreList"]);
  const ofMembers = [
    "create",
    "read",
    "edit",
    "adjust",
    "pay",
    "cancelPayment",
    "addCard",
    "removeCard",
    "merge",
    "block",
    "unblock",
  ];
  expect(grants("member:*")).toEqual(ofMembers.map((last) => `member:${last}`));
  expect(grants("*")).toEqual(allRights);
  expect([...everyRight.granted]).toEqual(allRights);
  expect(grants("")).toEqual([]);
  expect(isGranted(parseRights("sale:create"), "sale:read")).toBe(false);
});

test("a list that repeats * is not expanded again and again", () => {
  // Expanded, these would be more entries than a list can have.
  const repeated = Array(Math.ceil(2 ** 27 / allRights.length) + 1).fill("*");
  expect(grants(repeated.join(" "))).toEqual(allRights);
});

test("a name that stands for no right is reported, and grants nothing", () => {
  const text = "sale:create sale:remove sales:* sale* view: :* __proto__ *:create";
  expect(unknownRights(text)).toEqual(text.split(" ").slice(1));
  expect(grants(text)).toEqual(["sale:create"]);
});

test("common rights are those of both lists", () => {
  expect(commonRights(parseRights("sale:*"), parseRights("*:read sale:create member:read")).text).toBe("sale:create");
});

test("fields behind references are reached with the right to read the class, or to list all of its records", () => {
  const reaches = (text: string) =>
    ["Member", "Store", "Currency"].filter((name) => reachesClass(parseRights(text), name));
  expect(reaches("member:read view:StoreList")).toEqual(["Member", "Store"]);
  expect(reaches("view:CurrencyList view:GetMemberByBusinessKeys view:GetStoreByBusinessKeys member:adjust")).toEqual([
    "Currency",
  ]);
});

test("every right reaches all fields behind references", () => {
  const behind = dataViews.flatMap(({ record }) => queryFieldsOf(record).flatMap(({ through }) => through));
  expect(behind.filter((name) => !reachesClass(everyRight, name))).toEqual([]);
});

test("the right to return what other stores sold widens the scope of callers who are limited to stores", () => {
  const [of, till] = [{ stores: ["S"] }, parseRights("sale:create")];
  expect(crossStoreRights).toEqual(["sale:crossStoreReturn"]);
  expect(widenedScope(of, till)).toBe(of);
  expect(widenedScope(of, parseRights("sale:*"))).toEqual({ stores: ["S"], crossStoreReturns: true });
  expect(widenedScope({ programmes: ["A"] }, everyRight)).toEqual({ programmes: ["A"] });
});
