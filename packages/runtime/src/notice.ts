import type { Logger } from "./logger.ts";
import { retryWithJitter } from "./retry.ts";

export interface NoticeOptions {
  /** What the line of the log says where something is found. */
  readonly message: string;
  /** Gives what is amiss, with the remedy; undefined where nothing is. */
  readonly look: () => Promise<string | undefined>;
  /** Whether the look failed because a server is away, so that it is worth another one. */
  readonly isAway: (error: unknown) => boolean;
  readonly logger: Pick<Logger, "warn">;
}

export interface Notice {
  /** Resolves when it was looked. Never rejects. */
  readonly looked: Promise<void>;
  /** Looks no more, and logs nothing more. */
  stop(): void;
}

const waitMsMin = 1_000;
const waitMsMax = 30_000;

/** Looks once at the start, as soon as the server is there, and logs what it finds as one warning. */
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
