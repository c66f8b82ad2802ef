import { expect, test } from "vitest";
import { createThrottle } from "./rate.ts";

const forgottenEveryMs = 6_000;

function open() {
  const clock = { ms: 0 };
  const throttle = createThrottle({ attemptsMax: 10, forgottenEveryMs, nowMs: () => clock.ms });
  const countUntilShut = (network: string) => {
    for (let count = 0; ; count += 1) {
      if (throttle.isShut(network)) return count;
      throttle.count(network);
    }
  };
  return { clock, throttle, countUntilShut };
}

test("a key may make ten attempts at once, then one per forgotten one; other keys are not affected", () => {
  const { clock, throttle, countUntilShut } = open();
  expect(countUntilShut("a")).toBe(10);
  clock.ms += forgottenEveryMs - 1;
  expect(throttle.isShut("a")).toBe(true);
  clock.ms += 1;
  expect([throttle.isShut("b"), countUntilShut("a")]).toEqual([false, 1]);
  clock.ms += 100 * forgottenEveryMs;
  expect([countUntilShut("a"), countUntilShut("b")]).toEqual([10, 10]);
});

test("the ten thousand keys with the latest attempts are remembered", () => {
  const { throttle, countUntilShut } = open();
  countUntilShut("first");
  countUntilShut("second");
  for (let other = 0; other < 9_999; other += 1) throttle.count(`other ${other}`);
  expect([throttle.isShut("first"), throttle.isShut("second")]).toEqual([false, true]);
});

test("an attempt that is forgiven does not count", () => {
  const { throttle, countUntilShut } = open();
  countUntilShut("a");
  throttle.forgive("a");
  expect([throttle.isShut("a"), countUntilShut("a")]).toEqual([false, 1]);
  throttle.forgive("unknown");
  expect(countUntilShut("unknown")).toBe(10);
});
