import { RewardsError } from "./error.ts";

export interface RetryOptions {
  /** How often a call is sent at most. */
  readonly triesMax: number;
  /** The ceiling of the first wait, ms; it doubles up to waitMsMax, and each wait is drawn at random below it. */
  readonly waitMsMin: number;
  readonly waitMsMax: number;
  /** A `Retry-After` beyond this is not waited for: the error is thrown at once. */
  readonly retryAfterMsMax: number;
}

export const retryDefaults: RetryOptions = { triesMax: 5, waitMsMin: 100, waitMsMax: 5_000, retryAfterMsMax: 30_000 };

/** Whether a call is sent again: of one that must not be done twice, only where it is known not to have been done. */
function isRepeated({ status, code }: RewardsError, isRepeatable: boolean): boolean {
  if (status === 429 || status === 503) return true;
  return isRepeatable && (code === "Error_Network_Failed" || code === "Error_Answer_TimedOut");
}

/**
 * Sends a call until it is answered with anything but 503, 429 or nothing at all.
 * @throws RewardsError the last, or the signal's reason.
 */
export async function repeat<Result>(
  send: () => Promise<Result>,
  { triesMax, waitMsMin, waitMsMax, retryAfterMsMax }: RetryOptions,
  isRepeatable: boolean,
  signal: AbortSignal | undefined,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof RewardsError) || tries >= triesMax || !isRepeated(error, isRepeatable)) throw error;
      const askedMs = (error.retryAfterSeconds ?? 0) * 1_000;
      if (askedMs > retryAfterMsMax) throw error;
      await wait(askedMs + Math.random() * Math.min(waitMsMax, waitMsMin * 2 ** (tries - 1)), signal);
    }
  }
}

function wait(waitMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, waitMs);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}
