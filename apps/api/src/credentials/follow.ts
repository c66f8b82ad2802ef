import { setTimeout as delay } from "node:timers/promises";
import { codeOf, faultKind, isUnsuited } from "@rewards/db";
import { createLineBudget, type Logger } from "@rewards/runtime";

const lines = { linesMax: 1, everyMs: 60_000 };
const againEveryMs = 100;

export interface Following {
  /** Resolves when the first look has ended, well or not. */
  readonly looked: Promise<void>;
  stop(): void;
}

export interface Follower extends Following {
  /**
   * Resolves when a look has ended that began after this call, well or not. Looks begin at most ten times a second,
   * however many calls wait for one.
   */
  lookAgain(): Promise<void>;
}

export interface FollowOptions {
  readonly everyMs: number;
  /** What an error means for operators, who read it at most once a minute; undefined if they need not know. */
  readonly describe: (error: unknown) => string | undefined;
  readonly logger: Pick<Logger, "warn">;
}

/**
 * Runs `look` at once and then at each interval, also after a failure. `stop` aborts the signal of a running `look`.
 */
export function follow(
  look: (stopping: AbortSignal) => Promise<void>,
  { everyMs, describe, logger }: FollowOptions,
): Follower {
  const stopping = new AbortController();
  const { signal } = stopping;
  const warned = createLineBudget(lines);
  const warn = (err: unknown) => {
    const message = signal.aborted ? undefined : describe(err);
    if (message === undefined || warned.take() === undefined) return;
    // Readiness reports that the database is not migrated: the code says enough.
    logger.warn(isUnsuited(err) ? { code: codeOf(err) } : { err }, message);
  };
  const pause = (ms: number) => delay(ms, undefined, { signal, ref: false }).catch(() => undefined);

  let last = Promise.resolve();
  /** One look after the other: an earlier state must not replace a later one. */
  const lookOnce = () => {
    last = last.then(() => (signal.aborted ? undefined : look(signal).catch(warn)));
    return last;
  };

  let again: Promise<void> | undefined;
  let nextMs = 0;
  const lookAgain = () => {
    again ??= (async () => {
      await pause(Math.max(0, nextMs - performance.now()));
      // Only one waits, however long a look takes.
      await last;
      again = undefined;
      nextMs = performance.now() + againEveryMs;
      await lookOnce();
    })();
    return again;
  };

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await pause(everyMs);
      await lookOnce();
    }
  }

  const looked = lookOnce();
  void looked.then(run);
  return { looked, lookAgain, stop: () => stopping.abort() };
}

/** APIs look for changes in Postgres this often, so that a change takes effect within two seconds. */
const databaseLookMs = 1_500;

/**
 * Follows what other processes write to Postgres. While Postgres is away, which readiness reports, the last state applies.
 * @param message what any other failure of a look means for operators.
 */
export const followDatabase = (
  look: () => Promise<void>,
  message: string,
  logger: FollowOptions["logger"],
  everyMs = databaseLookMs,
) =>
  follow(look, {
    everyMs,
    describe: (error) => (faultKind(error) === "infrastructure" ? undefined : message),
    logger,
  });
