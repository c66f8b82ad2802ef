import { randomUUID } from "node:crypto";
import { createProducer } from "@rewards/queue";
import { describe, expect, inject, onTestFinished, test, vi } from "vitest";
import { createTestLogger } from "../../../test/src/service.ts";
import { createShare } from "./share.ts";

const url = inject("redisUrl");
const waiting = { timeout: 60_000 };

describe.skipIf(url === undefined)("the share of a worker", () => {
  async function open() {
    const name = `test-${randomUUID()}`;
    const { logger, counts } = createTestLogger();
    const producer = createProducer({ url: `${url}?partitions=3`, names: [name], logger: createTestLogger().logger });
    onTestFinished(() => producer.close());
    await vi.waitFor(() => producer.ping(), waiting);
    return { name, producer, counts, share: createShare({ producer, names: [name], logger }) };
  }

  test("is every partition until it knows its rank, and the last known one while Postgres is away", async () => {
    const { share } = await open();
    expect(await share(undefined)).toEqual([0, 1, 2]);
    expect(await share({ index: 1, count: 2 })).toEqual([1]);
    expect(await share(undefined)).toEqual([1]);
  });

  test("grows for a while by a partition whose worker takes nothing, unless the queue is paused", async () => {
    const { name, producer, counts, share } = await open();
    const rank = { index: 0, count: 3 };
    expect(await share(rank)).toEqual([0]);
    await producer.add(name, ["a"], [], 1);
    await producer.setPaused(name, true);
    for (let look = 0; look < 6; look += 1) expect(await share(rank)).toEqual([0]);
    await producer.setPaused(name, false);
    await vi.waitFor(async () => expect(await share(rank)).toEqual([0, 1]), waiting);
    expect(await share(rank)).toEqual([0, 1]);
    expect(counts.warn).toBe(1);
  });

  test("does not grow while its rank is not known, since nobody takes jobs while Postgres is away", async () => {
    const { name, producer, share } = await open();
    expect(await share({ index: 0, count: 3 })).toEqual([0]);
    await producer.add(name, ["a"], [], 1);
    for (let look = 0; look < 6; look += 1) expect(await share(undefined)).toEqual([0]);
  });

  test("does not grow by a partition whose jobs are taken one after the other", async () => {
    const { name, producer, share } = await open();
    const rank = { index: 0, count: 3 };
    for (let look = 0; look < 6; look += 1) {
      await producer.add(name, [`${look}`], [], 2);
      expect(await share(rank)).toEqual([0]);
      // Whoever takes all of them leaves another job next.
      const left = createProducer({ url: `${url}?partitions=2`, names: [name], logger: createTestLogger().logger });
      await vi.waitFor(async () => {
        await left.takeLeft();
        expect(await producer.waitingCount(name, 2)).toBe(0);
      }, waiting);
      await left.close();
    }
  });
});
