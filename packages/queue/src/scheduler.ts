import type { QueueLogger } from "./fault.ts";
import { openQueues, withDeadline } from "./queues.ts";

export interface SchedulerOptions {
  /** The scheme chooses the backend: postgres://, or one of those of `openRedisClient`. */
  url: string;
  logger: QueueLogger;
}

export interface Scheduler {
  /** Declares a job without IDs for the queue `name` every `everyMs`, once for all workers that declare it. Does no I/O. */
  every(name: string, everyMs: number): void;
  /**
   * Writes declared schedules that are missing, changed or overdue; for the others it costs one read each.
   * Call it now and then: the queue may have been emptied. Rejects when the queue is away.
   */
  ensure(): Promise<void>;
  /** Bounded to about 1 s. Schedules stay, for the other workers. */
  close(): Promise<void>;
}

const ensureMsMax = 2_000;

export function createScheduler({ url, logger }: SchedulerOptions): Scheduler {
  const queues = openQueues(url, logger);
  const schedules = new Map<string, number>();

  async function ensureOne(name: string, everyMs: number): Promise<void> {
    const queue = await queues.get(name);
    // Read first: writing a schedule again replaces its next job, and fails while a job is active.
    const known = await queue.getJobScheduler(name);
    const overdueAtMs = (known?.next ?? 0) + 2 * everyMs + 5_000;
    if (known?.every === everyMs && overdueAtMs > Date.now()) return;
    await queue.upsertJobScheduler(name, { every: everyMs }, { name, data: { ids: [] } });
    logger.info({ queue: name, everyMs }, "schedule written");
  }

  async function ensure(): Promise<void> {
    await Promise.all(
      [...schedules].map(([name, everyMs]) =>
        withDeadline("writing a schedule", ensureMsMax, ensureOne(name, everyMs)),
      ),
    );
  }

  return { every: (name, everyMs) => void schedules.set(name, everyMs), ensure, close: () => queues.close() };
}
