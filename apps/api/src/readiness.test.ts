import { expect, test } from "vitest";
import { createAway } from "./readiness.ts";

const hour = 3_600_000;

function open() {
  const state = { nowMs: 0 };
  const away = createAway(() => state.nowMs);
  const judgeAt = (nowMs: number, waitedMs?: number) => {
    state.nowMs = nowMs;
    return away.judge(waitedMs);
  };
  const fail = (nowMs: number) => {
    state.nowMs = nowMs;
    expect(() => away.forget(new Error("away"))).toThrow("away");
  };
  return { judgeAt, fail };
}

test("records that wait without a worker for 30 s are a reason, which names both times and the remedy", () => {
  const { judgeAt } = open();
  expect(judgeAt(29_999, 29_999)).toBeUndefined();
  expect(judgeAt(35_000, 40_000)).toMatch(
    /^No worker has run for 35 s, and the oldest record has waited for 40 s\. Start/,
  );
  expect(judgeAt(40_000)).toBeUndefined();
});

test("a deploy of all workers within 30 s, or a start of everything, is no reason, even if records of an hour wait", () => {
  const { judgeAt } = open();
  expect(judgeAt(5_000, hour)).toBeUndefined();
  expect(judgeAt(600_000)).toBeUndefined();
  expect(judgeAt(625_000, hour)).toBeUndefined();
  expect(judgeAt(630_000, hour)).toContain("No worker has run for 30 s");
});

test("workers have 30 s to announce themselves after Postgres was away", () => {
  const { judgeAt, fail } = open();
  expect(judgeAt(5_000)).toBeUndefined();
  fail(100_000);
  expect(judgeAt(105_000, 100_000)).toBeUndefined();
  expect(judgeAt(130_000, 125_000)).toContain("No worker has run for 30 s");
});
