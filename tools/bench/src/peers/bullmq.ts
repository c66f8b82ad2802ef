import { Queue, Worker } from "bullmq";
import { Redis } from "ioredis";
import type { Sql } from "postgres";
import { type PeerProcess, serveSales } from "./sale.app.ts";
import { newSaleRow, openPool, type SaleRow } from "./sale.post.ts";

/** How a peer stores a sale, with one statement each: whether it is new, and the ID of one with this ExternalID. */
interface SaleStatements {
  insert(row: SaleRow): Promise<boolean>;
  find(externalId: string): Promise<string>;
}

const queueName = "sale";
const apiPoolMax = 10;
const workerPoolMax = 20;
const concurrency = 20;

/** The API of a peer on BullMQ, as its guide shows it, finished jobs removed: one insert and one job per request. */
export const bullmqApi =
  (statementsOf: (sql: Sql) => SaleStatements): PeerProcess =>
  async ({ DATABASE_URL, QUEUE_URL, PORT }, shutdown) => {
    const sql = openPool(DATABASE_URL, apiPoolMax);
    const { insert, find } = statementsOf(sql);
    const queue = new Queue<{ id: string }>(queueName, {
      connection: new Redis(QUEUE_URL, { maxRetriesPerRequest: 1 }),
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
    const url = await serveSales(PORT, shutdown, async (content) => {
      const row = newSaleRow(content);
      // The unique ExternalID prevents a second copy of a sale.
      const id = (await insert(row)) ? row.id : await find(row.externalId);
      // Of an existing sale too: the first attempt may have died between insert and job; an extra job does no harm.
      await queue.add("sale", { id });
      return id;
    });
    shutdown.add("queue", () => queue.close());
    shutdown.add("database", () => sql.end());
    return url;
  };

export const bullmqWorker =
  (postOf: (sql: Sql) => (id: string) => Promise<void>): PeerProcess =>
  async ({ DATABASE_URL, QUEUE_URL }, shutdown) => {
    const sql = openPool(DATABASE_URL, workerPoolMax);
    const post = postOf(sql);
    const worker = new Worker<{ id: string }>(queueName, ({ data }) => post(data.id), {
      connection: new Redis(QUEUE_URL, { maxRetriesPerRequest: null }),
      concurrency,
    });
    worker.on("error", () => undefined);
    await worker.waitUntilReady();
    shutdown.add("worker", () => worker.close());
    shutdown.add("database", () => sql.end());
    return undefined;
  };
