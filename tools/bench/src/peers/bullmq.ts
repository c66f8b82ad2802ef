import { Queue, Worker } from "bullmq";
import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import { Redis } from "ioredis";
import postgres, { type Sql } from "postgres";
import type { PeerProcess } from "./process.ts";
import { type AcceptSale, createSaleApp, listen } from "./sale.app.ts";
import { isSameSale, newSaleRow, type SaleContentRow, type SaleRow } from "./sale.row.ts";

/** How a peer stores a sale, with one statement each. Both return the row, or nothing. */
export interface SaleStatements {
  /** Returns nothing if the ExternalID is already used. */
  insert(row: SaleRow): Promise<readonly { readonly id: string }[]>;
  find(externalId: string): Promise<readonly (SaleContentRow & { readonly id: string })[]>;
}

const queueName = "sale";
const apiPoolMax = 10;
const workerPoolMax = 20;
/** Jobs at a time, each with a connection. */
const concurrency = 20;

/** The API of a peer on drizzle and BullMQ, as its guide shows it, finished jobs removed. */
export const bullmqApi = (statementsOf: (db: PostgresJsDatabase) => SaleStatements): PeerProcess => ({
  async start({ DATABASE_URL, QUEUE_URL, PORT }, shutdown) {
    const client = postgres(DATABASE_URL, { max: apiPoolMax });
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
    const accept = createAccept(
      statementsOf(drizzle({ client })),
      async (id) => void (await queue.add("sale", { id })),
    );
    const url = await listen(createSaleApp(accept), PORT, shutdown);
    shutdown.add("queue", () => queue.close());
    shutdown.add("database", () => client.end());
    return url;
  },
});

/** One insert and one job per request. The unique ExternalID prevents a second copy of a sale. */
function createAccept({ insert, find }: SaleStatements, enqueue: (id: string) => Promise<void>): AcceptSale {
  return async (content) => {
    const row = newSaleRow(content);
    const [inserted] = await insert(row);
    const [existing] = inserted ? [] : await find(row.externalId);
    if (!inserted && (!existing || !isSameSale(existing, row))) return undefined;
    const { id } = inserted ?? (existing as { id: string });
    // Of an existing sale too: the first attempt may have died between insert and job; an extra job does no harm.
    await enqueue(id);
    return id;
  };
}

/** The worker of a peer on BullMQ: one job and one transaction per sale. */
export const bullmqWorker = (postOf: (sql: Sql) => (id: string) => Promise<void>): PeerProcess => ({
  async start({ DATABASE_URL, QUEUE_URL }, shutdown) {
    const sql = postgres(DATABASE_URL, { max: workerPoolMax });
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
  },
});
