import { expect, it } from "vitest";
import { spreadOf } from "./statistics.ts";

it("the median of an odd count is the middle value, by size and not by text", () => {
  expect(spreadOf([100, 9, 20])).toEqual({ median: 20, min: 9, max: 100 });
});

it("the median of an even count lies between the two in the middle", () => {
  expect(spreadOf([4, 1, 2, 10])).toEqual({ median: 3, min: 1, max: 10 });
});

it("a single value is its own median and range", () => {
  expect(spreadOf([7])).toEqual({ median: 7, min: 7, max: 7 });
});

it("the values are left as they were", () => {
  const values = [3, 1, 2];
  spreadOf(values);
  expect(values).toEqual([3, 1, 2]);
});

it("no values have no median", () => {
  expect(() => spreadOf([])).toThrow("no values");
});
