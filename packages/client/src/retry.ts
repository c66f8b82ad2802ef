import { RewardsError } from "./error.ts";

export interface RetryOptions {
  /** Maximum number of attempts of a call, the first one included. */
  readonly triesMax: number;
  /** Upper bound of the first wait, in ms. It doubles up to waitMsMax; each wait is random below the bound. */
  readonly waitMsMin: number;
  readonly waitMsMax: number;
  /** If `Retry-After` is longer than this, in ms, the call throws at once. */
  readonly retryAfterMsMax: number;
}

export const retryDefaults: RetryOptions = { triesMax: 5, waitMsMin: 100, waitMsMax: 5_000, retryAfterMsMax: 30_000 };

/** Whether to send a call again. One that must not run twice is sent again only if it certainly did not run. */
function isRepeated({ status, code }: RewardsError, isRepeatable: boolean): boolean {
  if (status === 429 || status === 503) return true;
  return isRepeatable && (code === "Error_Network_Failed" || code === "Error_Answer_TimedOut");
}

/**
 * Retries a call after 503 or 429, and a repeatable one after no answer too, up to `triesMax` attempts.
 * @throws the last RewardsError, or the signal's reason.
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

export function wait(waitMs: number, signal: AbortSignal | undefined): Promise<void> {
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
