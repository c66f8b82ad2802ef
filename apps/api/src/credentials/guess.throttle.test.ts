import { expect, test } from "vitest";
import { createGuessThrottle, forgottenEveryMs } from "./guess.throttle.ts";

function open() {
  const clock = { ms: 0 };
  const throttle = createGuessThrottle(() => clock.ms);
  const countUntilShut = (network: string) => {
    for (let count = 0; ; count += 1) {
      if (throttle.isShut(network)) return count;
      throttle.count(network);
    }
  };
  return { clock, throttle, countUntilShut };
}

test("a network may send ten wrong credentials at once, then one per forgotten one; other networks are not affected", () => {
  const { clock, throttle, countUntilShut } = open();
  expect(countUntilShut("a")).toBe(10);
  clock.ms += forgottenEveryMs - 1;
  expect(throttle.isShut("a")).toBe(true);
  clock.ms += 1;
  expect([throttle.isShut("b"), countUntilShut("a")]).toEqual([false, 1]);
  clock.ms += 100 * forgottenEveryMs;
  expect([countUntilShut("a"), countUntilShut("b")]).toEqual([10, 10]);
});

test("the ten thousand networks with the latest wrong credentials are remembered", () => {
  const { throttle, countUntilShut } = open();
  countUntilShut("first");
  countUntilShut("second");
  for (let other = 0; other < 9_999; other += 1) throttle.count(`other ${other}`);
  expect([throttle.isShut("first"), throttle.isShut("second")]).toEqual([false, true]);
});
