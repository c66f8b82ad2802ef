import { afterEach, expect, test, vi } from "vitest";
import { createEnqueuer } from "./enqueuer.ts";
import { partitionOf } from "./names.ts";

/** A queue whose adds end when the test says so. */
function createGate(partitions = 1) {
  const jobs: string[][] = [];
  const places: (number | undefined)[] = [];
  const open: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const add = (_name: string, ids: string[], _traces?: string[], partition?: number) => {
    jobs.push(ids);
    places.push(partition);
    return new Promise<void>((resolve, reject) => open.push({ resolve, reject }));
  };
  return { producer: { partitions, add }, jobs, places, open };
}

function createRecorder() {
  const warnings: { message: string; fields: object }[] = [];
  const warn = (fields: object, message: string) => warnings.push({ message, fields });
  return { warnings, logger: { info: () => {}, warn, error: () => {} } };
}

test("one add is in flight, and the next job is what came in meanwhile", async () => {
  const { producer, jobs, open } = createGate();
  const enqueuer = createEnqueuer({ producer, jobIdsMax: 3, bufferedIdsMax: 100, logger: createRecorder().logger });
  enqueuer.push("sale", ["1"]);
  enqueuer.push("sale", ["2", "3"]);
  enqueuer.push("sale", ["4", "5"]);
  expect(jobs).toEqual([["1"]]);
  open[0]?.resolve();
  await expect.poll(() => jobs).toEqual([["1"], ["2", "3", "4"]]);
  open[1]?.resolve();
  await expect.poll(() => jobs).toEqual([["1"], ["2", "3", "4"], ["5"]]);
});

afterEach(() => vi.useRealTimers());

test("between two jobs of a queue is a rest, which grows with the job and ends once the next job is full", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { producer, jobs, open } = createGate();
  const enqueuer = createEnqueuer({ producer, jobIdsMax: 40, bufferedIdsMax: 100, logger: createRecorder().logger });
  enqueuer.push("sale", named("a", 40));
  open[0]?.resolve();
  await vi.advanceTimersByTimeAsync(1);
  enqueuer.push("sale", named("b", 39));
  await vi.advanceTimersByTimeAsync(9);
  expect(jobs).toHaveLength(1);
  enqueuer.push("sale", ["last"]);
  await vi.advanceTimersByTimeAsync(0);
  expect(jobs[1]).toEqual([...named("b", 39), "last"]);
  open[1]?.resolve();
  await vi.advanceTimersByTimeAsync(0);
  enqueuer.push("sale", ["c"]);
  await vi.advanceTimersByTimeAsync(11);
  expect(jobs).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(jobs[2]).toEqual(["c"]);
});

const named = (name: string, count: number) => Array.from({ length: count }, (_, n) => `${name}${n}`);

test("queues do not wait for each other", () => {
  const { producer, jobs } = createGate();
  const enqueuer = createEnqueuer({ producer, bufferedIdsMax: 100, logger: createRecorder().logger });
  enqueuer.push("sale", ["s"]);
  enqueuer.push("redemption", ["r"]);
  expect(jobs).toEqual([["s"], ["r"]]);
});

test("past the bound IDs are dropped and counted, with one warning for many drops", () => {
  const { producer } = createGate();
  const { warnings, logger } = createRecorder();
  const enqueuer = createEnqueuer({ producer, jobIdsMax: 1, bufferedIdsMax: 2, logger });
  enqueuer.push("sale", ["in flight"]);
  for (let n = 0; n < 10; n++) enqueuer.push("sale", ["a", "b", "c"]);
  expect(enqueuer.stats()).toEqual({ bufferedIds: 2, addedIds: 0, droppedIds: 28 });
  expect(warnings).toHaveLength(1);
});

test("a failed add drops its own job and the next one is tried", async () => {
  const { producer, open } = createGate();
  const { warnings, logger } = createRecorder();
  const enqueuer = createEnqueuer({ producer, jobIdsMax: 1, bufferedIdsMax: 10, logger });
  enqueuer.push("sale", ["1", "2"]);
  open[0]?.reject(new Error("away"));
  await expect.poll(() => open.length).toBe(2);
  open[1]?.resolve();
  await enqueuer.drain(10_000);
  expect(enqueuer.stats()).toEqual({ bufferedIds: 0, addedIds: 1, droppedIds: 1 });
  expect(warnings.map((warning) => warning.message)).toEqual(["enqueue failed, IDs are left to recovery"]);
});

test("drain ends at its deadline and gives up what is left", async () => {
  const { producer } = createGate();
  const enqueuer = createEnqueuer({ producer, jobIdsMax: 1, bufferedIdsMax: 10, logger: createRecorder().logger });
  enqueuer.push("sale", ["1", "2", "3"]);
  await enqueuer.drain(5);
  expect(enqueuer.stats()).toEqual({ bufferedIds: 0, addedIds: 0, droppedIds: 2 });
});

/** A key of each of three partitions. */
const [first = "", second = "", third = ""] = [0, 1, 2].map((partition) =>
  Array.from({ length: 100 }, (_, n) => `${n}`).find((key) => partitionOf(key, 3) === partition),
);

test("a push is one job for each partition that it touches, and a full partition holds up no other", async () => {
  const { producer, jobs, places, open } = createGate(3);
  const enqueuer = createEnqueuer({ producer, bufferedIdsMax: 100, logger: createRecorder().logger });
  enqueuer.push("sale", ["a", "b", "c", "d"], { keyOf: (_, index) => [third, first, third, first][index] });
  expect([jobs, places]).toEqual([
    [
      ["a", "c"],
      ["b", "d"],
    ],
    [2, 0],
  ]);
  enqueuer.push("sale", ["e", "f"], { keyOf: (_, index) => [third, second][index] });
  expect([jobs[2], places[2]]).toEqual([["f"], 1]);
  open[0]?.resolve();
  await expect.poll(() => [jobs[3], places[3]]).toEqual([["e"], 2]);
});

test("keys that are not given are read; those that cannot be read are the first partition's", async () => {
  const { producer, jobs, places, open } = createGate(3);
  const asked: string[] = [];
  const readKeys = async (name: string, ids: readonly string[]) => {
    asked.push(`${name} ${ids.join()}`);
    if (name === "redemption") throw new Error("away");
    return name === "segment" ? undefined : new Map([["a", second]]);
  };
  const enqueuer = createEnqueuer({ producer, readKeys, bufferedIdsMax: 4, logger: createRecorder().logger });
  enqueuer.push("sale", ["a"]);
  enqueuer.push("segment", ["b"]);
  enqueuer.push("redemption", ["c", "d", "e"]);
  expect(enqueuer.stats()).toEqual({ bufferedIds: 4, addedIds: 0, droppedIds: 1 });
  const drained = enqueuer.drain(60_000);
  await expect.poll(() => open.length).toBe(3);
  for (const { resolve } of open) resolve();
  await drained;
  expect(enqueuer.stats()).toEqual({ bufferedIds: 0, addedIds: 4, droppedIds: 1 });
  expect(asked).toEqual(["sale a", "segment b", "redemption c,d"]);
  expect(jobs.map((ids, index) => `${ids.join()} ${places[index]}`).sort()).toEqual(["a 1", "b 0", "c,d 0"]);
});
