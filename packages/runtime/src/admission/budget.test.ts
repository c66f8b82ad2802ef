import { expect, test } from "vitest";
import { createBudget } from "./budget.ts";

test("a key is over its own limit, and every key is over the limit of all, until some is given back", () => {
  const budget = createBudget({ max: 20, ofKeyMax: 12 });
  budget.add("a", 12);
  expect([budget.hasRoom("a"), budget.hasRoom("a", 1), budget.hasRoom("b", 8)]).toEqual([true, false, true]);
  budget.add("a", 1);
  expect([budget.hasRoom("a"), budget.hasRoom("b")]).toEqual([false, true]);
  budget.add("b", 8);
  expect([budget.hasRoom("a"), budget.hasRoom("b"), budget.used]).toEqual([false, false, 21]);
  budget.remove("a", 13);
  expect([budget.hasRoom("a", 12), budget.hasRoom("b", 4), budget.used]).toEqual([true, true, 8]);
});

test("without a limit of one key, one key may have all", () => {
  const budget = createBudget({ max: 20 });
  budget.add("a", 19);
  expect([budget.hasRoom("a", 1), budget.hasRoom("a", 2), budget.hasRoom("b", 2)]).toEqual([true, false, false]);
});
