import type { Database } from "@rewards/db";

/** A scheduled task: a BullMQ job scheduler of the same name, so that one worker at a time runs it. */
export interface ScheduledTask {
  /** The name of its queue and of its scheduler. */
  readonly name: string;
  readonly everyMs: number;
  /** Must be safe to run twice, also concurrently. */
  readonly run: (database: Database) => Promise<void>;
}
