import type PgBoss from "pg-boss";
import { queueName, type SaleJob } from "./boss.ts";

export interface WorkOptions {
  readonly workers: number;
  readonly batchSize: number;
}

/** The shortest interval that pg-boss allows. */
const pollingIntervalSeconds = 0.5;

/**
 * Starts polling workers, each with separate batches. The sales of a batch are posted in parallel, each in a separate
 * transaction; pg-boss then completes the batch at once. If one fails, the whole batch is retried and skips what was
 * posted.
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
      // A full batch means that more jobs wait: fetch them at once instead of at the next poll.
      if (jobs.length === batchSize) boss.notifyWorker(workerId);
    });
  }
}
