import { expect, test } from "vitest";
import { retryWithJitter } from "./retry.ts";

const waits = { waitMsMin: 1, waitMsMax: 4 };
const lost = new Error("connection lost");

/** Fails the first `failures` times. */
function flaky(failures: number) {
  return async (attempt: number) => {
    if (attempt <= failures) throw lost;
    return attempt;
  };
}

test("retries what may go away by itself, with waits inside their bounds", async () => {
  const waited: number[] = [];
  const result = await retryWithJitter(flaky(6), {
    ...waits,
    isRetryable: (error) => error === lost,
    onRetry: (_error, _attempt, waitMs) => waited.push(waitMs),
  });
  expect(result).toBe(7);
  expect(waited).toHaveLength(6);
  expect(waited.every((waitMs) => waitMs >= waits.waitMsMin && waitMs <= waits.waitMsMax)).toBe(true);
});

test("an error that will not go away is thrown at once", async () => {
  let attempts = 0;
  const fn = async () => {
    attempts++;
    throw lost;
  };
  await expect(retryWithJitter(fn, { ...waits, isRetryable: () => false })).rejects.toBe(lost);
  expect(attempts).toBe(1);
});

test("past the deadline the last error is thrown", async () => {
  const tries = retryWithJitter(flaky(Number.POSITIVE_INFINITY), { ...waits, isRetryable: () => true, deadlineMs: 20 });
  await expect(tries).rejects.toBe(lost);
});

test("the signal ends a wait with its own reason", async () => {
  const stop = new AbortController();
  const reason = new Error("shutting down");
  const tries = retryWithJitter(flaky(Number.POSITIVE_INFINITY), {
    isRetryable: () => true,
    waitMsMin: 60_000,
    waitMsMax: 60_000,
    signal: stop.signal,
    onRetry: () => setImmediate(() => stop.abort(reason)),
  });
  await expect(tries).rejects.toBe(reason);
});
