import type { Database } from "@rewards/db";

/** Work by the clock: a BullMQ job scheduler of its name, so that one worker at a time runs it. */
export interface ScheduledTask {
  /** Its queue and its scheduler. */
  readonly name: string;
  readonly everyMs: number;
  /** May be run twice, and at once, without harm. */
  readonly run: (database: Database) => Promise<void>;
}
