import { expect, test } from "vitest";
import { createPositionLog } from "./replica.lag.ts";

/** The primary was at 100 at 1,000 ms, at 200 at 2,000 ms, and so on. */
function logOf(seconds: number, notesMax = 1_000) {
  const log = createPositionLog(notesMax);
  for (let second = 1; second <= seconds; second += 1) log.note(BigInt(second * 100), second * 1_000);
  return log;
}

test("the lag is the age of the oldest position that is not replayed", () => {
  const log = logOf(5);
  expect(log.lagMs(500n, 5_500)).toBe(0);
  expect(log.lagMs(499n, 5_500)).toBe(500);
  expect(log.lagMs(250n, 5_500)).toBe(2_500);
  expect(log.lagMs(0n, 5_500)).toBe(4_500);
});

test("an idle primary makes no lag", () => {
  const log = createPositionLog(1_000);
  for (let second = 1; second <= 60; second += 1) log.note(100n, second * 1_000);
  expect(log.lagMs(100n, 90_000)).toBe(0);
});

test("the floor is the last position that is as old as the bound, and at first the first position", () => {
  expect(createPositionLog(10).floor(1_000, 0)).toBeUndefined();
  expect(logOf(1).floor(10_000, 1_000)).toBe(100n);
  expect(logOf(20).floor(10_000, 20_500)).toBe(1_000n);
  expect(logOf(20).floor(10_000, 29_999)).toBe(1_900n);
});

test("nobody knows the floor once the newest position is as old as the bound", () => {
  expect(logOf(20).floor(10_000, 30_000)).toBeUndefined();
  expect(logOf(1).floor(10_000, 60_000)).toBeUndefined();
});

test("after a gap, in which the primary may have written much, the floor is the first position after it", () => {
  const log = logOf(20);
  log.note(90_000n, 3_600_000);
  expect(log.floor(10_000, 3_600_000)).toBe(90_000n);
  log.note(90_100n, 3_601_000);
  expect(log.floor(10_000, 3_601_500)).toBe(90_000n);
  expect(log.floor(10_000, 3_610_500)).toBe(90_000n);
});

test("a primary whose position fell has another history", () => {
  const log = logOf(20);
  log.note(50n, 21_000);
  expect(log.lagMs(50n, 21_000)).toBe(0);
  expect(log.floor(10_000, 21_000)).toBe(50n);
});

test("the log is bounded", () => {
  const log = logOf(20, 5);
  expect(log.lagMs(0n, 20_000)).toBe(4_000);
});
