import type { Logger } from "./logger.ts";
import { retryWithJitter } from "./retry.ts";

export interface NoticeOptions {
  /** The log line for a finding. */
  readonly message: string;
  /** Returns the finding with its remedy, or undefined. */
  readonly look: () => Promise<string | undefined>;
  /** Whether the check failed because a server is away, so that a retry may succeed. */
  readonly isAway: (error: unknown) => boolean;
  readonly logger: Pick<Logger, "warn">;
}

export interface Notice {
  /** Resolves after the check. Never rejects. */
  readonly looked: Promise<void>;
  /** Ends the checks; nothing is logged any more. */
  stop(): void;
}

const waitMsMin = 1_000;
const waitMsMax = 30_000;

/** Checks once at the start, as soon as the server answers, and logs the finding as one warning. */
export function giveNotice({ message, look, isAway, logger }: NoticeOptions): Notice {
  const stopping = new AbortController();
  const { signal } = stopping;
  const warn = (fields: object) => {
    if (!signal.aborted) logger.warn(fields, message);
  };
  const looked = retryWithJitter(look, { isRetryable: isAway, waitMsMin, waitMsMax, signal }).then(
    (finding) => {
      if (finding !== undefined) warn({ finding });
    },
    (err: unknown) => warn({ err }),
  );
  return { looked, stop: () => stopping.abort() };
}
