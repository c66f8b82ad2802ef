import { afterEach, describe, expect, test, vi } from "vitest";
import { createConsumer } from "./consumer.ts";
import { createEnqueuer } from "./enqueuer.ts";
import { createProducer } from "./producer.ts";
import { createScheduler } from "./scheduler.ts";
import { backends, connected, openTestQueue, silent, type TestQueue } from "./testing/backends.ts";

const nothingWaits = async () => false;
const logger = silent;
const poll = { timeout: 60_000, interval: 20 };
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

function openProducer({ url, name }: TestQueue) {
  const producer = createProducer({ url, names: [name], logger });
  closers.push(() => producer.close());
  return connected(producer);
}

/** Declares a task every so often, once its schedule is written. */
async function openScheduler({ url, name }: TestQueue, everyMs: number) {
  const scheduler = createScheduler({ url, logger });
  closers.push(() => scheduler.close());
  scheduler.every(name, everyMs);
  await vi.waitFor(() => scheduler.ensure(), poll);
  return scheduler;
}

/** Collects the IDs of every job. */
function openConsumer({ url, name }: TestQueue, work = async () => {}) {
  const jobs: string[][] = [];
  const consumer = createConsumer({
    url,
    name,
    hasWaiting: nothingWaits,
    logger,
    process: async (ids) => {
      jobs.push(ids);
      await work();
    },
  });
  closers.push(() => consumer.close(2_000));
  return { jobs, consumer };
}

describe.each(backends)("on %s", (backend) => {
  test("IDs that are added reach a worker, and the finished job is not waiting any more", async () => {
    const queue = await openTestQueue(backend);
    const producer = await openProducer(queue);
    expect(producer.backend).toBe(backend);
    await producer.add(queue.name, ["a", "b"]);
    expect(await producer.waitingCount(queue.name)).toBe(1);
    const { jobs } = openConsumer(queue);
    await expect.poll(() => jobs, poll).toEqual([["a", "b"]]);
    await expect.poll(() => producer.jobCounts(queue.name), poll).toMatchObject({ waiting: 0, active: 0, failed: 0 });
  });

  test("bulk IDs come in jobs of their own, which workers take after all others", async () => {
    const queue = await openTestQueue(backend);
    const producer = await openProducer(queue);
    const enqueuer = createEnqueuer({ producer, jobIdsMax: 1, bufferedIdsMax: 100, logger });
    enqueuer.push(queue.name, ["A", "B"], { isBulk: true });
    await enqueuer.drain(60_000);
    enqueuer.push(queue.name, ["a", "b"]);
    await enqueuer.drain(60_000);
    expect(await producer.waitingCount(queue.name)).toBe(4);
    const consumer = createConsumer({
      ...{ ...queue, hasWaiting: nothingWaits, concurrency: 1, logger },
      process: async (ids) => void jobs.push(...ids),
    });
    const jobs: string[] = [];
    closers.push(() => consumer.close(2_000));
    await expect.poll(() => jobs, poll).toEqual(["a", "b", "A", "B"]);
  });

  test("pushed IDs arrive in jobs of at most jobIdsMax, each once", async () => {
    const queue = await openTestQueue(backend);
    const enqueuer = createEnqueuer({
      producer: await openProducer(queue),
      jobIdsMax: 20,
      bufferedIdsMax: 1_000,
      logger,
    });
    const ids = Array.from({ length: 90 }, (_, index) => `${index}`);
    for (let from = 0; from < ids.length; from += 30) enqueuer.push(queue.name, ids.slice(from, from + 30));
    await enqueuer.drain(10_000);
    expect(enqueuer.stats()).toEqual({ bufferedIds: 0, addedIds: 90, droppedIds: 0 });
    const { jobs } = openConsumer(queue);
    await expect.poll(() => jobs.flat().length, poll).toBe(90);
    expect(new Set(jobs.flat())).toEqual(new Set(ids));
    expect(jobs.map((job) => job.length).sort()).toEqual([10, 20, 20, 20, 20]);
  });

  test("a job that fails is tried again", async () => {
    const queue = await openTestQueue(backend);
    const attempts: number[] = [];
    const consumer = createConsumer({
      ...queue,
      hasWaiting: nothingWaits,
      logger,
      process: async (_ids, job) => {
        attempts.push(job.attempt);
        if (attempts.length === 1) throw new Error("once");
      },
    });
    closers.push(() => consumer.close(2_000));
    await (await openProducer(queue)).add(queue.name, ["a"]);
    await expect.poll(() => attempts, poll).toEqual([1, 2]);
  });

  test("close waits for the job in hand", async () => {
    const queue = await openTestQueue(backend);
    const gate = createGate();
    const { jobs, consumer } = openConsumer(queue, () => gate.promise);
    const producer = await openProducer(queue);
    await producer.add(queue.name, ["a"]);
    await expect.poll(() => jobs, poll).toHaveLength(1);
    const closed = consumer.close(10_000);
    gate.open();
    await closed;
    expect(await producer.jobCounts(queue.name)).toMatchObject({ active: 0, waiting: 0 });
  });

  test("close ends at its deadline though a job never does", async () => {
    const queue = await openTestQueue(backend);
    const { jobs, consumer } = openConsumer(queue, () => new Promise(() => {}));
    await (await openProducer(queue)).add(queue.name, ["a"]);
    await expect.poll(() => jobs, poll).toHaveLength(1);
    await consumer.close(50);
  });

  test("a schedule declared by two workers is one, and brings jobs without IDs", async () => {
    const queue = await openTestQueue(backend);
    for (const _worker of [1, 2]) {
      // A schedule counts from 1970: a round hour could pass meanwhile.
      const scheduler = await openScheduler(queue, 1_000_000_000);
      await scheduler.ensure();
    }
    const producer = await openProducer(queue);
    const { waiting, delayed } = await producer.jobCounts(queue.name);
    expect(waiting + delayed).toBe(1);
    const { jobs } = openConsumer(queue);
    await expect.poll(() => jobs, poll).toEqual([[]]);
    await expect.poll(() => producer.jobCounts(queue.name), poll).toMatchObject({ waiting: 0, delayed: 1 });
  });

  test("a schedule goes on by itself", async () => {
    const queue = await openTestQueue(backend);
    await openScheduler(queue, 100);
    const { jobs } = openConsumer(queue);
    await expect.poll(() => jobs.length, poll).toBeGreaterThan(3);
  });

  test("a scheduled task is overdue while no worker takes its job", async () => {
    const queue = await openTestQueue(backend);
    const producer = createProducer({ url: queue.url, names: ["another"], taskNames: [queue.name], logger });
    closers.push(() => producer.close());
    await expect.poll(() => producer.isOverdue(queue.name, 0), poll).toBe(false);
    await openScheduler(queue, 3_600_000);
    await expect.poll(() => producer.isOverdue(queue.name, 0), poll).toBe(true);
    await expect.poll(() => producer.isOverdue(queue.name, 3_000_000), poll).toBe(false);
    openConsumer(queue);
    await expect.poll(() => producer.isOverdue(queue.name, 0), poll).toBe(false);
    await expect(producer.isOverdue("another", 0)).rejects.toThrow("no task is named another");
  });

  test("only declared queues can be added to", async () => {
    const queue = await openTestQueue(backend);
    await expect((await openProducer(queue)).add("another", ["a"])).rejects.toThrow("no queue is named another");
  });
});

function createGate() {
  let open = () => {};
  const promise = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { promise, open };
}
