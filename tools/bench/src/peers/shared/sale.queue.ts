import { Queue, Worker } from "bullmq";
import { Redis } from "ioredis";

const queueName = "sale";
const concurrency = 20;

interface SaleJob {
  readonly id: string;
}

/** Adds one job for one sale. */
export type EnqueueSale = (id: string) => Promise<void>;

interface Closable {
  close(): Promise<void>;
}

/** The API's side of the queue: BullMQ as its guide shows it, finished jobs removed. */
export async function openSaleQueue(url: string): Promise<Closable & { readonly enqueue: EnqueueSale }> {
  const queue = new Queue<SaleJob>(queueName, {
    connection: new Redis(url, { maxRetriesPerRequest: 1 }),
    defaultJobOptions: {
      // A sale may come before its member or store, so it is retried for about a quarter of an hour.
      attempts: 10,
      backoff: { type: "exponential", delay: 1_000 },
      removeOnComplete: true,
      removeOnFail: { count: 1_000 },
    },
  });
  queue.on("error", () => undefined);
  await queue.waitUntilReady();
  return {
    async enqueue(id) {
      await queue.add("sale", { id });
    },
    close: () => queue.close(),
  };
}

/** The worker's side: one job per sale, twenty at a time. */
export async function startSaleWorker(url: string, post: (id: string) => Promise<void>): Promise<Closable> {
  const worker = new Worker<SaleJob>(queueName, ({ data }) => post(data.id), {
    connection: new Redis(url, { maxRetriesPerRequest: null }),
    concurrency,
  });
  worker.on("error", () => undefined);
  await worker.waitUntilReady();
  return { close: () => worker.close() };
}
