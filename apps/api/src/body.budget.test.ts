import { expect, test } from "vitest";
import { createByteBudget } from "./body.read.ts";

test("one network can exceed its share without affecting others, until the total is exceeded", () => {
  const budget = createByteBudget({ bytesMax: 100, networkBytesMax: 40 });
  budget.add("a", 41);
  expect([budget.isOver("a"), budget.isOver("b")]).toEqual([true, false]);
  budget.add("b", 40);
  budget.add("c", 20);
  expect([budget.isOver("b"), budget.isOver("d")]).toEqual([true, true]);
  budget.remove("c", 20);
  expect([budget.isOver("a"), budget.isOver("b"), budget.isOver("d")]).toEqual([true, false, false]);
  budget.remove("a", 41);
  expect(budget.isOver("a")).toBe(false);
});
