import { withDeadline } from "./deadline.ts";
import type { QueueLogger } from "./log.ts";
import { openQueues } from "./queues.ts";

export interface SchedulerOptions {
  /** redis://, rediss:// or postgres://; the scheme chooses the backend. */
  url: string;
  logger: QueueLogger;
}

export interface Scheduler {
  /** Declares that the queue `name` gets a job without IDs every `everyMs`, however many workers declare it. Does no I/O. */
  every(name: string, everyMs: number): void;
  /**
   * Writes what is declared where it is missing, changed or overdue; else one read a schedule.
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
    // Read first: to write a schedule again replaces its next job, and fails while one is being done.
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
