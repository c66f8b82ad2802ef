import { expect, test } from "vitest";
import { describeClientScope, parseClientScope } from "./client.ts";

test.each([
  [{}, {}, ""],
  [{ programmes: " A  B A " }, { programmes: ["A", "B"] }, "programmes A B"],
  [{ stores: '[" Cafe\u0301 1 "]' }, { stores: ["Caf\u00e9 1"] }, 'stores ["Caf\u00e9 1"]'],
  [
    { stores: "S1", largestAdjustment: "0.5" },
    { stores: ["S1"], largestAdjustment: "0.5" },
    "stores S1, adjustments to 0.5",
  ],
])("the limits %j of a draft are %j", (draft, scope, text) => {
  expect(parseClientScope(draft, "*")).toEqual(scope);
  expect(describeClientScope(scope)).toBe(text);
});

test.each([
  [{ programmes: " " }, "*", { field: "programmes", message: expect.stringContaining("is empty") }],
  [{ stores: "" }, "*", { field: "stores", message: expect.stringContaining("is empty") }],
  ...["-1", "1.23456", "1e3"].map(
    (largestAdjustment) =>
      [
        { largestAdjustment },
        "*",
        { field: "largestAdjustment", message: expect.stringContaining("must be") },
      ] as const,
  ),
  [
    { stores: "S" },
    "sale:create Operator:list",
    { field: "rights", message: expect.stringContaining("cannot have rights of operators") },
  ],
] as const)("the limits %j with the rights %s are refused", (draft, rights, refusal) => {
  expect(() => parseClientScope(draft, rights)).toThrow(expect.objectContaining(refusal));
});
