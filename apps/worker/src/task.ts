import type { Database } from "@rewards/db";

/** What a task works with. */
interface TaskDeps {
  readonly database: Database;
  /** Whether this worker had sales or redemptions in the last second: what can wait then takes less of the time. */
  readonly isBusy: () => boolean;
}

/** A scheduled task: a BullMQ job scheduler of the same name, so that one worker at a time runs it. */
export interface ScheduledTask {
  /** The name of its queue and of its scheduler. */
  readonly name: string;
  readonly everyMs: number;
  /** Must be safe to run twice, also concurrently. */
  readonly run: (deps: TaskDeps) => Promise<void>;
}
