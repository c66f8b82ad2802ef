import { lagBoundsMs } from "@rewards/runtime";
import { expect, test } from "vitest";
import { estimateLagMs } from "./pipeline-minute.chart.ts";

/** A histogram with these counts, by the upper bound of the bucket. */
function lagsOf(counts: Readonly<Record<number, number>>): number[] {
  return [...lagBoundsMs, Number.POSITIVE_INFINITY].map((bound) => counts[bound] ?? 0);
}

test.each([
  ["nothing settled", {}, 0.5, null],
  ["half of one bucket", { 30: 10 }, 0.5, 25],
  ["all of the lowest bucket", { 5: 4 }, 1, 5],
  ["a part that ends at a bound", { 10: 50, 100: 50 }, 0.5, 10],
  ["the slowest hundredth", { 10: 98, 500: 2 }, 0.99, 375],
  ["longer than every bound", { [Number.POSITIVE_INFINITY]: 3 }, 0.99, 300_000],
] as const)("the lag is estimated within its bucket: %s", (_, counts, part, expected) => {
  expect(estimateLagMs(lagsOf(counts), part)).toBe(expected);
});
