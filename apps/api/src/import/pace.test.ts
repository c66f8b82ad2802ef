import { expect, test } from "vitest";
import { createImportPace } from "./pace.ts";

/** A pace whose clock the test moves, and the factor after a second in which tills waited for these times. */
function open(alone: readonly number[] = []) {
  let nowMs = 0;
  const pace = createImportPace(20, () => nowMs);
  for (const ms of alone) pace.note(ms);
  const wait = (ms: number) => {
    nowMs += ms;
  };
  const begun = { end: pace.begin() };
  const after = (...times: readonly number[]) => {
    for (const ms of times) pace.note(ms);
    wait(1_000);
    return pace.restMs(1);
  };
  return { pace, after, begun, wait };
}

const times = (count: number, ms: number) => Array.from({ length: count }, () => ms);

test("rests double while tills wait for too long, to a bound, and stay while they wait for about what they may", () => {
  const { after } = open();
  expect([1, 2, 3, 4, 5, 6, 7, 8].map(() => after(21))).toEqual([1, 2, 4, 8, 16, 32, 64, 64]);
  expect(after(15)).toBe(64);
});

test("a rest after slow work is at most five seconds", () => {
  const { after, pace } = open();
  for (let second = 0; second < 7; second += 1) after(21);
  expect(pace.restMs(78)).toBe(4_992);
  expect(pace.restMs(400)).toBe(5_000);
});

test("rests become shorter while tills wait for less than half of it, and end", () => {
  const { after } = open();
  after(21);
  expect(after(21)).toBe(2);
  expect(after(9)).toBeCloseTo(1.4);
  expect(after(9)).toBe(0);
});

test("five of a hundred tills may wait for longer", () => {
  const { after } = open();
  expect(after(...times(95, 1), ...times(5, 99))).toBe(0);
  expect(after(...times(94, 1), ...times(6, 99))).toBe(1);
});

test("where tills sold before the import, it begins gently, and the median till waits for little longer than then", () => {
  const { after, pace } = open([...times(30, 1), ...times(20, 5)]);
  expect(pace.restMs(1)).toBe(32);
  expect(after(...times(20, 1.5))).toBe(64);
  expect(after(...times(20, 1.3))).toBe(64);
  expect(after(...times(20, 1.1))).toBeCloseTo(44.8);
  // Too few to say anything about a median.
  expect(after(...times(9, 1.5))).toBeCloseTo(31.36);
});

test("an import that follows another one goes on with its rests; what tills felt right after it does not count", () => {
  const { after, pace, begun, wait } = open(times(20, 1));
  expect(after(...times(20, 2))).toBe(64);
  begun.end();
  for (const ms of times(20, 9)) pace.note(ms);
  wait(29_000);
  begun.end = pace.begin();
  expect(pace.restMs(1)).toBe(64);
  expect(after(...times(20, 2))).toBe(64);
  begun.end();
  wait(30_000);
  for (const ms of times(20, 4)) pace.note(ms);
  pace.begin();
  expect(pace.restMs(1)).toBe(32);
  expect(after(...times(20, 4.5))).toBeCloseTo(22.4);
});

test("without tills there is no rest, and within a second nothing changes", () => {
  const { pace, after } = open();
  expect(after(30)).toBe(1);
  pace.note(1);
  expect(pace.restMs(10)).toBe(10);
  expect(after()).toBe(0);
});

test("each create is timed during an import, and one of eight without", () => {
  const { pace, begun } = open();
  const wanted = () => Array.from({ length: 16 }, () => pace.wantsTime()).filter(Boolean).length;
  expect(wanted()).toBe(16);
  begun.end();
  expect(wanted()).toBe(2);
});
