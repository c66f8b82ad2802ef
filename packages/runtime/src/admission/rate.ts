import { LRUCache } from "lru-cache";

/** What was counted, of which one unit is forgotten every so often. */
interface Counted {
  readonly count: number;
  readonly atMs: number;
}

function countLeft(counted: Counted | undefined, forgottenEveryMs: number, nowMs: number): number {
  return counted ? Math.max(0, counted.count - (nowMs - counted.atMs) / forgottenEveryMs) : 0;
}

export interface ThrottleOptions {
  /** Attempts that one key may make at once. */
  readonly attemptsMax: number;
  /** How long until one of them is forgotten. */
  readonly forgottenEveryMs: number;
  readonly nowMs?: () => number;
}

/** The most keys remembered; beyond it, the one whose latest attempt is oldest is forgotten. */
const keysMax = 10_000;

export type Throttle = ReturnType<typeof createThrottle>;

/** Limits how often a key, such as a network, may attempt something. For guesses of credentials. */
export function createThrottle({ attemptsMax, forgottenEveryMs, nowMs = () => performance.now() }: ThrottleOptions) {
  const attempts = new LRUCache<string, Counted>({ max: keysMax });
  // Not `get`, which counts as a use: a key that is only looked up must not push out another one.
  const left = (key: string) => countLeft(attempts.peek(key), forgottenEveryMs, nowMs());

  function remember(key: string, count: number): void {
    if (count > 0) attempts.set(key, { count, atMs: nowMs() });
    else attempts.delete(key);
  }

  return {
    /** Whether this key has to wait: one more attempt would exceed what may be made at once. */
    isShut: (key: string) => left(key) > attemptsMax - 1,
    /** Counts an attempt. */
    count: (key: string) => remember(key, left(key) + 1),
    /** Takes back an attempt that should not have counted. */
    forgive: (key: string) => remember(key, left(key) - 1),
  };
}

export interface LineBudgetOptions {
  /** The most lines that may be written at once, after a pause. */
  readonly linesMax: number;
  /** After this interval, one more line may be written. */
  readonly everyMs: number;
}

export type LineBudget = ReturnType<typeof createLineBudget>;

/** Limits how often something is done, and counts what is left out. For log lines that callers cause. */
export function createLineBudget({ linesMax, everyMs }: LineBudgetOptions) {
  let written: Counted | undefined;
  let unlogged = 0;
  return {
    /** How many lines were held back since the last one; undefined if this one is held back too. */
    take(): number | undefined {
      const nowMs = performance.now();
      const count = countLeft(written, everyMs, nowMs);
      if (count > linesMax - 1) {
        unlogged += 1;
        return undefined;
      }
      written = { count: count + 1, atMs: nowMs };
      const heldBack = unlogged;
      unlogged = 0;
      return heldBack;
    },
  };
}
