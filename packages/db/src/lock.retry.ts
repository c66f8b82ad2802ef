import { setTimeout as sleep } from "node:timers/promises";
import { DrizzleQueryError } from "drizzle-orm";
import { codeOf, deadlockDetected, lockNotAvailable } from "./fault.ts";

const lockPauseMs = 500;
const lockTriesMax = 30;
const lockFaults = [lockNotAvailable, deadlockDetected];

export interface Retries {
  readonly triesMax?: number;
  /** Runs after each pause, before the next try. */
  readonly prepare?: () => Promise<void>;
}

/** Retries what a lock timeout or a deadlock rolled back, after a pause: sessions that queued behind it go first. */
export async function betweenLocks<Result>(
  run: () => Promise<Result>,
  { triesMax = lockTriesMax, prepare }: Retries = {},
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      // drizzle's own message is the whole statement, without the reason.
      const reason = error instanceof DrizzleQueryError ? error.cause : error;
      if (!lockFaults.includes(codeOf(error)) || tries === triesMax) throw reason;
    }
    await sleep(lockPauseMs);
    await prepare?.();
  }
}
