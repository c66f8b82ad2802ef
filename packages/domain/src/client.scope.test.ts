import { expect, test } from "vitest";
import { describeClientScope, parseClientScope, scopeProblem } from "./client.scope.ts";

test.each([
  [{}, {}, ""],
  [{ programmes: " A  B A " }, { programmes: ["A", "B"] }, "programmes A B"],
  [{ keys: "B- C-" }, { keys: ["B-", "C-"] }, "keys B- C-"],
  [{ stores: '[" Cafe\u0301 1 "]' }, { stores: ["Caf\u00e9 1"] }, 'stores ["Caf\u00e9 1"]'],
  [
    { stores: "S1", largestAdjustment: "0.50" },
    { stores: ["S1"], largestAdjustment: "0.5" },
    "stores S1, adjustments to 0.5",
  ],
  [
    { largestSale: "10000", adjustmentsAnHour: "5000", adjustmentsADay: "20000.00" },
    { largestSale: "10000", adjustmentsAnHour: "5000", adjustmentsADay: "20000" },
    "sales to 10000, adjustments an hour to 5000, adjustments a day to 20000",
  ],
])("the limits %j of a draft are %j", (draft, scope, text) => {
  expect(parseClientScope(draft)).toEqual(scope);
  expect(describeClientScope(scope)).toBe(text);
});

test.each([
  [{ programmes: " " }, { field: "programmes", message: expect.stringContaining("is empty") }],
  [{ stores: "" }, { field: "stores", message: expect.stringContaining("is empty") }],
  [{ programmes: "A\0B" }, { field: "programmes", message: expect.stringContaining("a character") }],
  [{ keys: '["\\u0000"]' }, { field: "keys", message: expect.stringContaining("a character") }],
  [{ keys: "[]" }, { field: "keys", message: expect.stringContaining("is empty") }],
  ...["-1", "1.23456", "1e3"].flatMap((amount) =>
    (["largestSale", "largestAdjustment", "adjustmentsAnHour", "adjustmentsADay"] as const).map(
      (field) => [{ [field]: amount }, { field, message: expect.stringContaining("must be") }] as const,
    ),
  ),
] as const)("the limits %j are refused", (draft, refusal) => {
  expect(() => parseClientScope(draft)).toThrow(expect.objectContaining(refusal));
});

test.each([
  [{ stores: ["S"] }, "store:edit Operator:list", "rights"],
  [{ programmes: ["A"] }, "operator:list", "rights"],
  [{ stores: ["S"], keys: ["S-"] }, "sale:create", undefined],
  [{ stores: ["S"], keys: ["*"] }, "*", undefined],
  [{ stores: ["S"] }, "sale:create", "keys"],
  [{ stores: ["S"] }, "*", "keys"],
  [{ stores: ["S"] }, "sale:read", undefined],
  [{ largestSale: "5" }, "sale:create operator:list", undefined],
] as const)("of a client with the limits %j and the rights %s, %s is wrong", (scope, rights, field) => {
  expect(scopeProblem(scope, rights)?.field).toBe(field);
});
