import type PgBoss from "pg-boss";
import { queueName, type SaleJob } from "./boss.ts";

export interface WorkOptions {
  readonly workers: number;
  readonly batchSize: number;
}

/** pg-boss allows no shorter one. */
const pollingIntervalSeconds = 0.5;

/**
 * Starts polling workers, each with a batch of its own. The sales of a batch are posted side by side, each in its own
 * transaction; pg-boss then completes the batch at once. One that fails has its whole batch tried again, which passes over
 * what was posted.
 */
export async function startSaleWorkers(
  boss: PgBoss,
  { workers, batchSize }: WorkOptions,
  post: (id: string) => Promise<void>,
): Promise<void> {
  for (let started = 0; started < workers; started += 1) {
    const options = { batchSize, pollingIntervalSeconds, priority: false };
    const workerId: string = await boss.work<SaleJob>(queueName, options, async (jobs) => {
      await Promise.all(jobs.map((job) => post(job.data.id)));
      // A full batch means that there is more: fetched at once, instead of at the next poll.
      if (jobs.length === batchSize) boss.notifyWorker(workerId);
    });
  }
}
