import { expect, test } from "vitest";
import { createJobsHeld } from "./consumers.ts";

test("a worker holds as many jobs as have a certain number of IDs, within bounds", () => {
  const held = createJobsHeld();
  expect(held.max()).toBe(20);
  const noteMany = (ids: number) => {
    for (let job = 0; job < 200; job += 1) held.note(ids);
    return held.max();
  };
  expect(noteMany(1)).toBe(200);
  expect(noteMany(50)).toBeGreaterThanOrEqual(79);
  expect(held.max()).toBeLessThanOrEqual(80);
  expect(noteMany(200)).toBe(20);
  expect(noteMany(1_000)).toBe(20);
});
