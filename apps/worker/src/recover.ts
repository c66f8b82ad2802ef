import {
  awaitingQueue,
  type Database,
  readOldestPending,
  readOverdue,
  sweepAwaiting,
  takeDueFailing,
} from "@rewards/db";
import type { Logger } from "@rewards/runtime";

export const sliceIdsMax = 10_000;
export const jobIdsMax = 200;
/** The next slice is enqueued only while fewer jobs than this wait. */
export const waitingJobsMax = 100;
const failingIdsMax = 1_000;
const beforeAllIds = "00000000-0000-0000-0000-000000000000";

export interface RecoveryDeps {
  readonly database: Database;
  /** Rejects where the queue is away. */
  readonly enqueue: (queue: string, ids: string[]) => Promise<void>;
  readonly waitingJobs: (queue: string) => Promise<number>;
  readonly logger: Logger;
}

export interface Recovery {
  /** One look at the class; call it every two seconds, in one worker at a time. */
  tick(): Promise<void>;
}

/** As jobs of the size that gateways make, so that no batch of a worker is larger than its stage allows. */
async function enqueueAll({ enqueue }: RecoveryDeps, queue: string, ids: readonly string[]): Promise<void> {
  for (let start = 0; start < ids.length; start += jobIdsMax) await enqueue(queue, ids.slice(start, start + jobIdsMax));
}

/**
 * Enqueues again the pending records of a class that no job is going to reach. It is told by the oldest record alone:
 * overdue, and the oldest at the last tick too. While the oldest moves, the queue is at work, and nothing is done
 * however deep the backlog. A duplicate costs a look at a status.
 */
export function createRecovery(className: string, queue: string, deps: RecoveryDeps): Recovery {
  let oldestBefore: string | undefined;
  let cursor: string | undefined;

  async function enqueueSlice(afterId: string): Promise<void> {
    const ids = await readOverdue(deps.database.sql, className, afterId, sliceIdsMax);
    await enqueueAll(deps, queue, ids);
    cursor = ids.length === sliceIdsMax ? ids.at(-1) : undefined;
    if (ids.length > 0) deps.logger.warn({ class: className, ids: ids.length }, "pending records enqueued again");
  }

  return {
    async tick() {
      const failing = await takeDueFailing(deps.database.sql, className, failingIdsMax);
      await enqueueAll(deps, queue, failing);
      const oldest = await readOldestPending(deps.database.sql, className);
      const isStuck = oldest?.isOverdue === true && oldest.id === oldestBefore;
      oldestBefore = oldest?.id;
      if (cursor === undefined && !isStuck) return;
      if ((await deps.waitingJobs(queue)) >= waitingJobsMax) return;
      await enqueueSlice(cursor ?? beforeAllIds);
    },
  };
}

/** The safety net under the wake-up of sales: looks page by page for those whose member and store exist after all. */
export function createAwaitingSweep(deps: RecoveryDeps): Recovery {
  let cursor: string | null = null;
  return {
    async tick() {
      const { woken, next } = await sweepAwaiting(deps.database.sql, cursor);
      cursor = next;
      await enqueueAll(deps, awaitingQueue, woken);
      if (woken.length > 0) deps.logger.warn({ sales: woken.length }, "awaiting sales woken by the sweep");
    },
  };
}
