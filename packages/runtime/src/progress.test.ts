import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { createProgress } from "./progress.ts";

const forever = () => new Promise<never>(() => undefined);
const fail = (message: string) => () => Promise.reject(new Error(message));
const open = () => createProgress({ isFault: (error) => (error as Error).message === "away" });

test("work stalls from the beginning of its oldest batch on, and never without a batch", async () => {
  const progress = open();
  await sleep(5);
  expect(progress.stalledMs()).toBe(0);
  void progress.follow(forever);
  await expect.poll(() => progress.stalledMs()).toBeGreaterThan(0);
});

test("work that gets on does not stall, though one batch takes long", async () => {
  const progress = open();
  void progress.follow(forever);
  await expect.poll(() => progress.stalledMs()).toBeGreaterThan(50);
  const beforeMs = performance.now();
  await progress.follow(async () => undefined);
  // It counts from the batch that succeeded, however long this process pauses between the lines.
  const stalledMs = progress.stalledMs();
  expect(stalledMs).toBeLessThanOrEqual(performance.now() - beforeMs);
});

test("work is idle since its last batch succeeded, and never while one is under way", async () => {
  const progress = open();
  expect(progress.idleMs()).toBe(Number.POSITIVE_INFINITY);
  await progress.follow(async () => undefined);
  await expect.poll(() => progress.idleMs()).toBeGreaterThan(5);
  void progress.follow(forever);
  expect(progress.idleMs()).toBe(0);
});

test("a fault counts until a batch succeeds, and what is the batch's own does not count", async () => {
  const progress = open();
  await expect(progress.follow(fail("its own"))).rejects.toThrow("its own");
  expect(progress.failure()).toBeUndefined();
  await expect(progress.follow(fail("away"))).rejects.toThrow("away");
  expect(progress.failure()).toMatchObject({ error: { message: "away" } });
  expect(await progress.follow(async () => "done")).toBe("done");
  expect(progress.failure()).toBeUndefined();
});
