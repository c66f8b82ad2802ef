/**
 * Peer C, pg-boss: the queue is in Postgres too, which saves a server. One transaction writes sale and job, the usual
 * reason to choose pg-boss; its workers fetch jobs in batches. The team's own statements are prepared, as in peer B.
 */
import PgBoss from "pg-boss";
import type { TransactionSql } from "postgres";
import { type PeerProcess, serveSales } from "./sale.app.ts";
import { findSale, insertSale, newSaleRow, openPool, postSale } from "./sale.post.ts";

const queueName = "sale";
const apiPoolMax = 10;
const workerPoolMax = 20;
const stopMsMax = { api: 1_000, worker: 3_000 };
/** One poll at a time: the fastest of 1 × 50, 1 × 200, 2 × 50, 2 × 100, 4 × 50 and 8 × 20. */
const batchSize = 200;
/** The shortest interval that pg-boss allows. */
const pollingIntervalSeconds = 0.5;

export const api: PeerProcess = async ({ DATABASE_URL, PORT }, shutdown) => {
  const sql = openPool(DATABASE_URL, apiPoolMax);
  // It only sends, through transactions of the pool above; the worker does the maintenance.
  const boss = await startBoss({ connectionString: DATABASE_URL, max: 1, supervise: false });
  // Only here: two processes that create queues at once may deadlock. A worker finds no jobs until then. A sale may
  // come before its member or store, so it is retried for about a quarter of an hour.
  await boss.createQueue(queueName, { name: queueName, retryLimit: 10, retryDelay: 1, retryBackoff: true });
  const url = await serveSales(PORT, shutdown, async (content) => {
    const row = newSaleRow(content);
    // Sale and job in one transaction: no sale without its job, and one commit for both.
    const isNew = await sql.begin(async (tx) => {
      if (!(await insertSale(tx, row))) return false;
      await boss.send(queueName, { id: row.id }, { db: bossOf(tx) });
      return true;
    });
    return isNew ? row.id : findSale(sql, row.externalId);
  });
  shutdown.add("queue", () => boss.stop({ timeout: stopMsMax.api }));
  shutdown.add("database", () => sql.end());
  return url;
};

/**
 * The sales of a batch are posted in parallel, each in a separate transaction, that of peer B; pg-boss then completes the
 * batch at once. If one fails, the whole batch is retried and skips what was posted.
 */
export const worker: PeerProcess = async ({ DATABASE_URL }, shutdown) => {
  const sql = openPool(DATABASE_URL, workerPoolMax);
  const boss = await startBoss({ connectionString: DATABASE_URL });
  const options = { batchSize, pollingIntervalSeconds, priority: false };
  const workerId: string = await boss.work<{ id: string }>(queueName, options, async (jobs) => {
    await Promise.all(jobs.map((job) => postSale(sql, job.data.id)));
    // A full batch means that more jobs wait: fetch them at once instead of at the next poll.
    if (jobs.length === batchSize) boss.notifyWorker(workerId);
  });
  shutdown.add("worker", () => boss.stop({ timeout: stopMsMax.worker }));
  shutdown.add("database", () => sql.end());
  return undefined;
};

/** Starts pg-boss, which makes its own schema. Cron schedules are off, since there are none. */
async function startBoss(options: PgBoss.ConstructorOptions): Promise<PgBoss> {
  const boss = new PgBoss({ ...options, schedule: false });
  // Only its housekeeping raises this; calls reject by themselves.
  boss.on("error", () => undefined);
  return boss.start();
}

/**
 * Lets pg-boss write inside a transaction of postgres.js; its documentation calls this bringing your own connection. pg
 * sends undefined as null; postgres.js refuses it.
 */
const bossOf = (tx: TransactionSql): PgBoss.Db => ({
  async executeSql(text: string, values: unknown[]) {
    const parameters = values.map((value) => (value ?? null) as null | string);
    return { rows: [...(await tx.unsafe(text, parameters, { prepare: true }))] };
  },
});
