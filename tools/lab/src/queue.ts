import { setTimeout as delay } from "node:timers/promises";
import { sale } from "@rewards/domain";
import { createProducer, postgresSchema } from "@rewards/queue";
import { silent } from "./database.ts";

/** Longer than a job takes to be added, on a slow machine too. */
const quietMs = 3_000;
const tables = ["job", "job_log", "job_dependency", "event", "dedup", "scheduler"];

/** Deletes all jobs and schedules of a queue on Postgres. The table with the version of BullMQ's schema stays. */
export async function emptyPostgresQueue(sql: { unsafe(text: string): PromiseLike<unknown> }): Promise<void> {
  await sql.unsafe(`truncate ${tables.map((table) => `${postgresSchema}.${table}`).join(", ")} cascade`);
}

/** Resolves with the number of waiting sale jobs, after the gateway stops adding jobs. */
export async function countWaiting(queueUrl: string): Promise<number> {
  const producer = createProducer({ url: queueUrl, names: [sale.noun], logger: silent });
  try {
    for (let last = -1; ; ) {
      const jobs = await producer.waitingCount(sale.noun);
      if (jobs === last) return jobs;
      last = jobs;
      await delay(quietMs);
    }
  } finally {
    await producer.close();
  }
}
