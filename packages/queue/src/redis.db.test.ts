import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createConsumer } from "./consumer.ts";
import { createEnqueuer } from "./enqueuer.ts";
import { createProducer } from "./producer.ts";
import { createScheduler } from "./scheduler.ts";
import { connected, createTestRedis, hasRedis, silent, type TestRedis } from "./testing/backends.ts";

const nothingWaits = async () => false;
const logger = silent;
const name = "sale";
const poll = { timeout: 60_000, interval: 20 };

describe.runIf(hasRedis)("when Redis fails", () => {
  let redis: TestRedis;
  let closers: (() => Promise<void>)[];
  beforeEach(async () => {
    redis = await createTestRedis();
    closers = [];
  });
  afterEach(async () => {
    try {
      await Promise.all(closers.map((close) => close()));
    } finally {
      await redis.kill();
    }
  });

  function openProducer() {
    const producer = createProducer({ url: redis.url, names: [name], logger });
    closers.push(() => producer.close());
    return producer;
  }

  /** Of a Redis that runs. */
  const openConnected = () => connected(openProducer());

  function openConsumer() {
    const seen = new Set<string>();
    const process = async (ids: string[]) => {
      for (const id of ids) seen.add(id);
    };
    const consumer = createConsumer({ url: redis.url, name, hasWaiting: nothingWaits, logger, process });
    closers.push(() => consumer.close(2_000));
    return seen;
  }

  test("a producer started before Redis fails fast, and works once Redis is up", async () => {
    const producer = openProducer();
    await expect(producer.add(name, ["a"])).rejects.toThrow();
    await expect(producer.ping()).rejects.toThrow();
    await expect(producer.waitingCount(name)).rejects.toThrow();
    await redis.start();
    await expect.poll(() => producer.add(name, ["b"]).then(() => "added"), poll).toBe("added");
    expect(await producer.waitingCount(name)).toBe(1);
  });

  test("a producer whose Redis is killed fails fast, and works once Redis is back", async () => {
    await redis.start();
    const producer = await openConnected();
    await producer.add(name, ["a"]);
    await redis.kill();
    await expect(producer.add(name, ["b"])).rejects.toThrow();
    await redis.start();
    await expect.poll(() => producer.ping().then(() => "up"), poll).toBe("up");
    await producer.add(name, ["c"]);
    expect(await producer.waitingCount(name)).toBe(1);
  });

  test("a Redis that hangs is given up too, and close does not wait for it", async () => {
    await redis.start();
    const producer = await openConnected();
    await producer.add(name, ["a"]);
    redis.freeze();
    await expect(producer.add(name, ["b"])).rejects.toThrow(/timed out|took over/);
    await producer.close();
  });

  test("a Redis that hangs for long is written to no more, and the producer works once it answers again", async () => {
    await redis.start();
    const producer = await openConnected();
    await producer.add(name, ["a"]);
    redis.freeze();
    const add = () =>
      producer.add(name, ["b"]).then(
        () => "added",
        ({ message }: Error) => message,
      );
    await expect.poll(add, poll).toMatch(/isn.t writeable/);
    redis.thaw();
    await expect.poll(add, poll).toBe("added");
  });

  test("a consumer started before Redis takes jobs once Redis is up", async () => {
    const seen = openConsumer();
    await redis.start();
    const producer = await openConnected();
    await producer.add(name, ["a"]);
    await expect.poll(() => seen.has("a"), poll).toBe(true);
  });

  test("a consumer outlives Redis being killed and started again", async () => {
    await redis.start();
    const seen = openConsumer();
    const producer = openProducer();
    for (const round of ["1", "2", "3"]) {
      await expect.poll(() => producer.add(name, [round]).then(() => "added"), poll).toBe("added");
      await expect.poll(() => seen.has(round), poll).toBe(true);
      await redis.kill();
      await redis.start();
    }
  });

  test("a job in hand while Redis is lost with its data does not stop the consumer", async () => {
    await redis.start();
    const seen: string[] = [];
    let finish = () => {};
    const held = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const process = async (ids: string[]) => {
      seen.push(...ids);
      if (ids.includes("held")) await held;
    };
    const consumer = createConsumer({
      url: redis.url,
      name,
      hasWaiting: nothingWaits,
      logger,
      concurrency: 1,
      process,
    });
    closers.push(() => consumer.close(2_000));
    const producer = await openConnected();
    await producer.add(name, ["held"]);
    await expect.poll(() => seen, poll).toEqual(["held"]);
    await redis.kill();
    await redis.start();
    finish();
    await expect.poll(() => producer.add(name, ["next"]).then(() => "added"), poll).toBe("added");
    await expect.poll(() => seen, poll).toEqual(["held", "next"]);
  });

  test("a consumer goes on after Redis was emptied", async () => {
    await redis.start();
    const seen = openConsumer();
    const producer = await openConnected();
    await producer.add(name, ["a"]);
    await expect.poll(() => seen.has("a"), poll).toBe(true);
    await redis.flush();
    await producer.add(name, ["b"]);
    await expect.poll(() => seen.has("b"), poll).toBe(true);
  });

  test("closing a consumer whose Redis is away is bounded", async () => {
    const consumer = createConsumer({
      url: redis.url,
      name,
      hasWaiting: nothingWaits,
      logger,
      process: async () => {},
    });
    await consumer.close(200);
    await redis.start();
    const other = createConsumer({ url: redis.url, name, hasWaiting: nothingWaits, logger, process: async () => {} });
    await openConnected();
    await redis.kill();
    await other.close(200);
  });

  test("a schedule lost with Redis' data is brought back by the next ensure", async () => {
    await redis.start();
    const scheduler = createScheduler({ url: redis.url, logger });
    closers.push(() => scheduler.close());
    const producer = await openConnected();
    scheduler.every(name, 3_600_000);
    await vi.waitFor(() => scheduler.ensure(), poll);
    await redis.flush();
    const counts = async () => {
      const { waiting, delayed } = await producer.jobCounts(name);
      return waiting + delayed;
    };
    expect(await counts()).toBe(0);
    await scheduler.ensure();
    expect(await counts()).toBe(1);
  });

  test("the enqueuer drops what it cannot add and goes on when Redis is back", async () => {
    const enqueuer = createEnqueuer({ producer: openProducer(), bufferedIdsMax: 1_000, logger });
    enqueuer.push(name, ["a", "b"]);
    await enqueuer.drain(10_000);
    expect(enqueuer.stats()).toEqual({ bufferedIds: 0, addedIds: 0, droppedIds: 2 });
    await redis.start();
    await expect
      .poll(async () => {
        enqueuer.push(name, ["c"]);
        await enqueuer.drain(10_000);
        return enqueuer.stats().addedIds;
      }, poll)
      .toBeGreaterThan(0);
  });
});
