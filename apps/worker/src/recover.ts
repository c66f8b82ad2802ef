import {
  awaitingQueue,
  beforeAllPending,
  type Database,
  type PendingPlace,
  readOldestPending,
  readOverdue,
  restampFuture,
  sweepAwaiting,
  takeDueFailing,
  wakeReturns,
} from "@rewards/db";
import type { Logger } from "@rewards/runtime";

export const sliceIdsMax = 10_000;
export const jobIdsMax = 200;
/** The next slice is enqueued only while fewer jobs than this wait: at least four seconds of work for a worker. */
export const waitingJobsMax = 200;
/** Few, so that a tick with room for all of them ends before the leader's lease does. */
const tickSlicesMax = 4;
/** Jobs that are enqueued at the same time. */
const jobsAtOnce = 10;
const failingIdsMax = 1_000;

export interface RecoveryDeps {
  readonly database: Database;
  /** Gives a job to a partition of the queue, or does it. Rejects if the queue is unavailable. */
  readonly enqueue: (queue: string, ids: string[], partition: number) => Promise<void>;
  /** The IDs by the partition that they belong to; only if the queue has several. */
  readonly split?:
    | ((queue: string, ids: readonly string[]) => Promise<ReadonlyMap<number, readonly string[]>>)
    | undefined;
  /** Whether another slice may be enqueued now. */
  readonly hasRoom: (queue: string) => Promise<boolean>;
  /** Whether an operator has paused the queue. */
  readonly isPaused: (queue: string) => Promise<boolean>;
  /** Slices of a tick at most. Default: 4. */
  readonly slicesMax?: number;
  /** Logs that `ids` records of a class were enqueued. */
  readonly onSlice: (className: string, ids: number) => void;
  readonly logger: Logger;
}

export interface Recovery {
  /** One check of the class. Call it every two seconds, in one worker at a time. */
  tick(): Promise<void>;
}

/** Enqueues jobs of the size that gateways make, so that no batch of a worker exceeds the limit of its stage. */
export async function enqueueAll(
  { enqueue, split }: Pick<RecoveryDeps, "enqueue" | "split">,
  queue: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const parts = (await split?.(queue, ids)) ?? new Map([[0, ids]]);
  const jobs = [...parts].flatMap(([partition, part]) =>
    Array.from({ length: Math.ceil(part.length / jobIdsMax) }, (_, n) => ({
      partition,
      ids: part.slice(n * jobIdsMax, (n + 1) * jobIdsMax),
    })),
  );
  for (let first = 0; first < jobs.length; first += jobsAtOnce)
    await Promise.all(jobs.slice(first, first + jobsAtOnce).map((job) => enqueue(queue, job.ids, job.partition)));
}

/**
 * Enqueues again the pending records of a class whose jobs were lost. Only the oldest record decides, by Postgres'
 * clock and not by that of the gateway that made its ID: it must be overdue, and must have been the oldest at the last
 * tick too. While the oldest record changes, the queue works, and nothing is enqueued, however deep the backlog. A
 * duplicate job only costs a read of the status. While the queue is paused, it does nothing.
 */
export function createRecovery(className: string, queue: string, deps: RecoveryDeps): Recovery {
  let oldestBefore: string | undefined;
  let cursor: PendingPlace | undefined;

  async function enqueueSlice(after: PendingPlace): Promise<void> {
    const overdue = await readOverdue(deps.database.sql, className, after, sliceIdsMax);
    await enqueueAll(
      deps,
      queue,
      overdue.map(({ id }) => id),
    );
    cursor = overdue.length === sliceIdsMax ? overdue.at(-1) : undefined;
    const ids = overdue.length;
    if (ids > 0) deps.onSlice(className, ids);
  }

  async function endFuture(): Promise<void> {
    const ids = await restampFuture(deps.database.sql, className, sliceIdsMax);
    if (ids > 0)
      deps.logger.warn({ class: className, ids }, "Postgres' clock stepped back: pending records got the present time");
  }

  return {
    async tick() {
      // Workers would take none of the jobs, and each tick would add the same records again.
      if (await deps.isPaused(queue)) return;
      const failing = await takeDueFailing(deps.database.sql, className, failingIdsMax);
      await enqueueAll(deps, queue, failing);
      await endFuture();
      const oldest = await readOldestPending(deps.database.sql, className);
      const isStuck = oldest?.isOverdue === true && oldest.id === oldestBefore;
      oldestBefore = oldest?.id;
      if (cursor === undefined && !isStuck) return;
      // Slice by slice until the queue is full: one at each tick would be less than workers post.
      for (let slices = 0; slices < (deps.slicesMax ?? tickSlicesMax); slices += 1) {
        if (!(await deps.hasRoom(queue))) return;
        await enqueueSlice(cursor ?? beforeAllPending);
        if (cursor === undefined) break;
      }
      // Without a queue the slices are posted by now, and a new oldest record must not wait for one more tick.
      oldestBefore = (await readOldestPending(deps.database.sql, className))?.id;
    },
  };
}

/** The safety net for the wake-up of sales: searches page by page for awaiting sales whose member and store exist. */
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

/** Wakes returns whose original sale is resolved, page by page. Call it every two seconds, in one worker at a time. */
export function createReturnWake(deps: RecoveryDeps): Recovery {
  let cursor: string | null = null;
  return {
    async tick() {
      const { woken, next } = await wakeReturns(deps.database.sql, cursor);
      cursor = next;
      await enqueueAll(deps, awaitingQueue, woken);
    },
  };
}
