import { sale } from "@rewards/domain";
import { createProducer, openQueues, type Producer, partitionOf } from "@rewards/queue";
import { createProgress } from "@rewards/runtime";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { openProxy } from "../../../test/src/proxy.ts";
import {
  agePending,
  countCompleted,
  createTestLogger,
  findBackends,
  insertSales,
  openQueueServer,
  openShop,
  openTestService,
} from "../../../test/src/service.ts";
import { startConsumers } from "./consumers.ts";
import { startWorker } from "./worker.ts";

const path = process.env["PATH"];
const backends = await findBackends(path);
const waiting = { timeout: 120_000, interval: 50 };

describe.runIf(backends.includes("redis"))("workers that share the partitions of a queue", async () => {
  const service = await openTestService(6);
  const { database, workerUrl } = service;
  const queue = await openQueueServer("redis", service, path);
  const partitioned = (url: string) => `${url}?partitions=4`;

  function start(queueUrl: string): void {
    const steps: (() => Promise<void>)[] = [];
    // What a leader posts without the queue has no job: on a busy machine the queue may not answer it in time.
    const options = { databaseUrl: workerUrl, databasePoolMax: 4, queueUrl, postsWithoutQueue: false };
    startWorker(
      { ...options, logger: createTestLogger().logger },
      { add: (_, step) => void steps.push(() => step(9_000)) },
    );
    onTestFinished(async () => {
      for (const step of steps) await step();
    });
  }

  async function connect(url: string): Promise<Producer> {
    const producer = createProducer({ url, names: [sale.noun], logger: createTestLogger().logger });
    onTestFinished(() => producer.close());
    await expect.poll(() => producer.ping().then(() => "up"), waiting).toBe("up");
    return producer;
  }

  /** How many workers share partitions, and how many are alive without a share. */
  async function countShares() {
    const rows = await database.sql<{ name: string }[]>`select name from lease where name like 'worker %'`;
    const sharing = rows.filter(({ name }) => name.startsWith("worker 4/")).length;
    return { sharing, others: rows.length - sharing };
  }

  test("take those of a worker that no longer reaches the queue, and all records are posted", async () => {
    const shop = await openShop(database, 20);
    const proxy = await openProxy(queue.url);
    onTestFinished(() => proxy.shut());
    start(partitioned(queue.url));
    start(partitioned(proxy.url));
    const producer = await connect(partitioned(queue.url));
    const post = async () => {
      const ids = await insertSales(database, shop, 40);
      for (const partition of [0, 1, 2, 3])
        await producer.add(sale.noun, ids.slice(partition * 10, partition * 10 + 10), [], partition);
      await expect.poll(() => countCompleted(database, ids), waiting).toBe(40);
    };

    await expect.poll(countShares, waiting).toEqual({ sharing: 2, others: 0 });
    await post();
    await proxy.cut();
    await expect.poll(countShares, waiting).toEqual({ sharing: 1, others: 1 });
    await post();
    await proxy.mend();
    await expect.poll(countShares, waiting).toEqual({ sharing: 2, others: 0 });
    await post();
  });

  test("have more jobs in hand if the jobs are small", async () => {
    const producer = await connect(queue.url);
    const inHand = new Set<string>();
    const done = new Set<string>();
    let answer = Promise.resolve();
    let open = () => {};
    const batcher = {
      async add({ ids }: { ids: readonly string[] }) {
        for (const id of ids) inHand.add(id);
        await answer;
        for (const id of ids) if (inHand.delete(id)) done.add(id);
        return {};
      },
    };
    const progress = createProgress({ isFault: () => false });
    const stages = [{ definition: sale, progress, batcher }];
    const consumers = startConsumers({
      ...{ queueUrl: queue.url, database, stages },
      queue: { producer, logger: createTestLogger().logger },
    });
    onTestFinished(() => consumers.close(5_000));
    // A job that the queue has given out may not be in hand yet: each is waited for by its own ID.
    const small = (name: string, count: number) => Array.from({ length: count }, (_, n) => `${name} ${n}`);
    const addAll = (ids: readonly string[]) => Promise.all(ids.map((id) => producer.add(sale.noun, [id])));
    const count = (found: Set<string>, ids: readonly string[]) => ids.filter((id) => found.has(id)).length;
    const first = small("first", 200);
    await addAll(first);
    await expect.poll(() => count(done, first), waiting).toBe(200);
    answer = new Promise((resolve) => {
      open = resolve;
    });
    await consumers.follow(undefined);
    const second = small("second", 150);
    await addAll(second);
    await expect.poll(() => count(inHand, second), waiting).toBe(150);
    open();
    await expect.poll(() => count(done, second), waiting).toBe(150);
  });

  test("pause and resume their partitions as the first, whatever the number of the leader", async () => {
    start(queue.url);
    const isLed = () => database.sql`select from lease where name = 'recovery' and until > clock_timestamp()`;
    await expect.poll(isLed, waiting).toHaveLength(1);
    start(partitioned(queue.url));
    const names = [sale.noun];
    const one = createProducer({ url: queue.url, names, logger: createTestLogger().logger });
    const queues = openQueues(partitioned(queue.url), createTestLogger().logger);
    onTestFinished(() => Promise.all([one.close(), queues.close()]).then(() => undefined));
    const readPaused = () =>
      Promise.all([0, 1, 2, 3].map(async (partition) => (await queues.get(sale.noun, partition)).isPaused()));
    for (const isPaused of [true, false]) {
      await vi.waitFor(() => one.setPaused(sale.noun, isPaused), waiting);
      await expect.poll(readPaused, waiting).toEqual(Array(4).fill(isPaused));
    }
  });

  test("recovery enqueues a record in the partition of its member", async () => {
    const shop = await openShop(database, 20);
    start(partitioned(queue.url));
    const ids = await insertSales(database, shop, 40);
    await agePending(database);
    await expect.poll(() => countCompleted(database, ids), waiting).toBe(40);
    const queues = openQueues(partitioned(queue.url), createTestLogger().logger);
    onTestFinished(() => queues.close());
    const found = new Map<string, number>();
    for (const partition of [0, 1, 2, 3])
      for (const job of await (await queues.get(sale.noun, partition)).getJobs(["completed", "active"]))
        for (const id of job.data.ids) found.set(id, partition);
    const expected = ids.map((id, index) => [id, partitionOf(shop.members[index % 20] as string, 4)]);
    expect(ids.map((id) => [id, found.get(id)])).toEqual(expected);
  });
});
