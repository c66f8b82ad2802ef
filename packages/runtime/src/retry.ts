import { setTimeout as sleep } from "node:timers/promises";

export interface RetryOptions {
  /** Whether this error may go away by itself. Others are thrown at once. */
  isRetryable: (error: unknown) => boolean;
  /** Shortest wait between two tries, ms. */
  waitMsMin: number;
  /** Longest wait between two tries, ms. */
  waitMsMax: number;
  /** No try starts later than this after the first, ms; without it, tries go on until the signal. */
  deadlineMs?: number;
  /** Ends the tries: the pending wait rejects with the signal's reason. A try under way is not aborted. */
  signal?: AbortSignal;
  /** Called before each wait; `attempt` counts from 1. */
  onRetry?: (error: unknown, attempt: number, waitMs: number) => void;
}

/**
 * Calls `fn` until it succeeds. Each wait is random, below a ceiling that doubles from waitMsMin to waitMsMax, so that
 * processes that failed together do not retry together.
 *
 * @throws the last error, when it is not retryable or the deadline would pass; the signal's reason, when aborted.
 */
export async function retryWithJitter<Result>(
  fn: (attempt: number) => Promise<Result>,
  options: RetryOptions,
): Promise<Result> {
  const { isRetryable, waitMsMin, waitMsMax, deadlineMs = Number.POSITIVE_INFINITY, signal, onRetry } = options;
  const startedMs = performance.now();
  for (let attempt = 1; ; attempt++) {
    signal?.throwIfAborted();
    try {
      return await fn(attempt);
    } catch (error) {
      if (!isRetryable(error)) throw error;
      const ceilingMs = Math.min(waitMsMax, waitMsMin * 2 ** attempt);
      const waitMs = waitMsMin + Math.random() * Math.max(0, ceilingMs - waitMsMin);
      if (performance.now() - startedMs + waitMs > deadlineMs) throw error;
      onRetry?.(error, attempt, waitMs);
      await waitFor(waitMs, signal);
    }
  }
}

/** Rejects with the signal's reason. `sleep` alone would wrap it in an AbortError. */
async function waitFor(waitMs: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await sleep(waitMs, undefined, signal === undefined ? {} : { signal });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}
