import { expect, test } from "vitest";
import { describeScope, readScope } from "./clients.scope.ts";

test.each([
  [{}, {}, ""],
  [{ programmes: " A  B A " }, { programmes: ["A", "B"] }, "programmes A B"],
  [
    { stores: "S1", largestAdjustment: "0.5" },
    { stores: ["S1"], largestAdjustment: "0.5" },
    "stores S1, adjustments to 0.5",
  ],
])("the options %j are the limits %j", (options, scope, text) => {
  expect(readScope(options, "*")).toEqual(scope);
  expect(describeScope(scope)).toBe(text);
});

test.each([
  [{ programmes: " " }, "*", "--programmes is empty"],
  [{ stores: "" }, "*", "--stores is empty"],
  [{ largestAdjustment: "-1" }, "*", "--largest-adjustment must be"],
  [{ largestAdjustment: "1.23456" }, "*", "--largest-adjustment must be"],
  [{ largestAdjustment: "1e3" }, "*", "--largest-adjustment must be"],
  [{ stores: "S" }, "sale:create Operator:list", "cannot have rights of operators"],
])("the options %j with the rights %s are refused", (options, rights, text) => {
  expect(() => readScope(options, rights)).toThrow(text);
});
