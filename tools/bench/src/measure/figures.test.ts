import { expect, it } from "vitest";
import { medianBounds, quantilesOf, spreadOf } from "./figures.ts";

it("the median of an odd count is the middle value, by size and not by text", () => {
  expect(spreadOf([100, 9, 20])).toEqual({ median: 20, min: 9, max: 100 });
});

it("the median of an even count is between the two in the middle", () => {
  expect(spreadOf([4, 1, 2, 10])).toEqual({ median: 3, min: 1, max: 10 });
});

it("a single value is its own median and range", () => {
  expect(spreadOf([7])).toEqual({ median: 7, min: 7, max: 7 });
});

it("the values are not changed", () => {
  const values = [3, 1, 2];
  spreadOf(values);
  expect(values).toEqual([3, 1, 2]);
});

it("no values have no median", () => {
  expect(() => spreadOf([])).toThrow("no values");
});

it("quantiles are values that were measured, by size, in any order of input", () => {
  const values = Array.from({ length: 1_000 }, (_, n) => 999 - n);
  expect(quantilesOf(values)).toEqual({ p50: 500, p99: 990, "p99.9": 999, max: 999 });
});

it("a single value is every quantile, and without values each is 0", () => {
  expect(quantilesOf([7])).toEqual({ p50: 7, p99: 7, "p99.9": 7, max: 7 });
  expect(quantilesOf([])).toEqual({ p50: 0, p99: 0, "p99.9": 0, max: 0 });
});

it("the bounds of a median are the ranks of a sign test: 3 and 10 of 12, 10 and 21 of 30, and the range of a few", () => {
  const upTo = (count: number) => Array.from({ length: count }, (_, n) => count - n);
  expect(medianBounds(upTo(12))).toEqual({ min: 3, max: 10 });
  expect(medianBounds(upTo(30))).toEqual({ min: 10, max: 21 });
  expect(medianBounds(upTo(6))).toEqual({ min: 1, max: 6 });
  expect(medianBounds(upTo(3))).toEqual({ min: 1, max: 3 });
});
