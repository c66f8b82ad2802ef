import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, inject, test, vi } from "vitest";
import { createConsumer } from "./consumer.ts";
import { inspectQueue, pauseQueue } from "./inspect.ts";
import { createProducer } from "./producer.ts";
import { connected, hasRedis, silent } from "./testing/backends.ts";

const logger = silent;
const poll = { timeout: 60_000, interval: 20 };
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const urlOf = (partitions: number) => `${inject("redisUrl")}?partitions=${partitions}`;

function openProducer(name: string, partitions: number, url = urlOf(partitions)) {
  const producer = createProducer({ url, names: [name], logger });
  closers.push(() => producer.close());
  return connected(producer);
}

/** The jobs that a consumer of a partition has taken. */
function openConsumer(name: string, partition: number) {
  const jobs: { id: string; ids: string[] }[] = [];
  const consumer = createConsumer({
    url: urlOf(3),
    name,
    partition,
    hasWaiting: async () => false,
    logger,
    process: async (ids, { id }) => void jobs.push({ id, ids }),
  });
  closers.push(() => consumer.close(2_000));
  return jobs;
}

describe.runIf(hasRedis)("a queue with partitions", () => {
  test("gives the jobs of a partition to its consumers alone, and sums its partitions", async () => {
    const name = `test-${randomUUID()}`;
    const producer = await openProducer(name, 3);
    expect(producer.partitions).toBe(3);
    for (const partition of [0, 1, 1, 2]) await producer.add(name, [`of ${partition}`], [], partition);
    expect(await producer.waitingCount(name)).toBe(4);
    expect(await producer.waitingCount(name, 1)).toBe(2);
    const { partitions, jobs } = await inspectQueue(urlOf(3), [name], logger);
    expect([partitions, jobs[name]]).toMatchObject([3, { waiting: 4 }]);
    const [second, third] = [openConsumer(name, 1), openConsumer(name, 2)];
    await expect
      .poll(() => [second, third], poll)
      .toEqual([
        [
          { id: "1:1", ids: ["of 1"] },
          { id: "1:2", ids: ["of 1"] },
        ],
        [{ id: "2:1", ids: ["of 2"] }],
      ]);
    await expect.poll(() => producer.jobCounts(name), poll).toMatchObject({ waiting: 1, active: 0, completed: 3 });
  });

  test("without a number has the first partition, whose keys are those of a queue without partitions", async () => {
    const name = `test-${randomUUID()}`;
    const [one, three] = [await openProducer(name, 1, inject("redisUrl") as string), await openProducer(name, 3)];
    await one.add(name, ["a"]);
    expect([one.partitions, await three.waitingCount(name, 0)]).toEqual([1, 1]);
    openConsumer(name, 0);
    await expect.poll(() => one.waitingCount(name), poll).toBe(0);
  });

  test("is paused as a whole, and a partition that does not know of it follows the first", async () => {
    const name = `test-${randomUUID()}`;
    const [three, one] = [await openProducer(name, 3), await openProducer(name, 1)];
    const within = (change: () => Promise<void>) => change();
    await pauseQueue(urlOf(3), { name, isPaused: true, within, logger });
    expect(await one.isPaused(name)).toBe(true);
    await three.add(name, ["a"], [], 2);
    const third = openConsumer(name, 2);
    // As if it had been resumed with one partition.
    await one.setPaused(name, false);
    expect([await three.isPaused(name), await three.isPaused(name, 2)]).toEqual([false, true]);
    expect([await three.waitingCount(name, 2), third]).toEqual([1, []]);
    await three.alignPauses(name, [2]);
    await expect.poll(() => third, poll).toHaveLength(1);
    await one.setPaused(name, true);
    await three.alignPauses(name, [2]);
    await three.add(name, ["b"], [], 2);
    // What is next is waiting: nobody takes it.
    expect(await three.nextJob(name, 2)).toBe("2");
    await three.setPaused(name, false);
    await expect.poll(() => third, poll).toHaveLength(2);
  });

  test("gives up the jobs of partitions that it no longer has, but none that a worker has in hand", async () => {
    const name = `test-${randomUUID()}`;
    const [four, two] = [await openProducer(name, 4), await openProducer(name, 2)];
    let finish = () => {};
    const held = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const consumer = createConsumer({
      url: urlOf(4),
      name,
      partition: 3,
      concurrency: 1,
      hasWaiting: async () => false,
      logger,
      process: () => held,
    });
    closers.push(() => consumer.close(2_000));
    await four.add(name, ["in hand"], [], 3);
    await expect.poll(() => four.jobCounts(name), poll).toMatchObject({ active: 1, waiting: 0 });
    for (const [id, partition] of [
      ["a", 0],
      ["b", 1],
      ["c", 2],
      ["d", 3],
    ] as const)
      await four.add(name, [id], [], partition);
    expect(await four.takeLeft()).toEqual(new Map());
    const left: string[] = [];
    await vi.waitFor(async () => {
      left.push(...((await two.takeLeft()).get(name) ?? []));
      expect(left.toSorted()).toEqual(["c", "d"]);
    }, poll);
    expect(await two.takeLeft()).toEqual(new Map());
    expect(await four.jobCounts(name)).toMatchObject({ waiting: 2, active: 1 });
    finish();
    await expect.poll(() => four.jobCounts(name), poll).toMatchObject({ waiting: 2, active: 0, completed: 1 });
  });

  test("gives up the jobs of one partition after the other, also while the first of them fills up again", async () => {
    const name = `test-${randomUUID()}`;
    const [four, one] = [await openProducer(name, 4), await openProducer(name, 1)];
    await four.add(name, ["last"], [], 3);
    const many = Array<string>(10_000).fill("again");
    const left: string[] = [];
    await vi.waitFor(async () => {
      await four.add(name, many, [], 1);
      left.push(...((await one.takeLeft()).get(name) ?? []));
      expect(left).toContain("last");
    }, poll);
  });
});
