import { LRUCache } from "lru-cache";

export interface ThrottleOptions {
  /** Attempts that one key may make at once. */
  readonly attemptsMax: number;
  /** How long until one of them is forgotten. */
  readonly forgottenEveryMs: number;
  readonly nowMs?: () => number;
}

/** The most keys remembered; beyond it, the one whose latest attempt is oldest is forgotten. */
const keysMax = 10_000;

interface Attempts {
  readonly count: number;
  readonly atMs: number;
}

/** Limits attempts to guess a credential, for each key, such as a network. */
export interface Throttle {
  /** Whether this key has to wait. */
  isShut(key: string): boolean;
  /** Counts an attempt. */
  count(key: string): void;
  /** Takes back an attempt that should not have counted. */
  forgive(key: string): void;
}

export function createThrottle({
  attemptsMax,
  forgottenEveryMs,
  nowMs = () => performance.now(),
}: ThrottleOptions): Throttle {
  const attempts = new LRUCache<string, Attempts>({ max: keysMax });

  function left(key: string): number {
    // Not `get`, which counts as a use: a key that is only looked up must not push out another one.
    const known = attempts.peek(key);
    return known ? Math.max(0, known.count - (nowMs() - known.atMs) / forgottenEveryMs) : 0;
  }

  function remember(key: string, count: number): void {
    if (count > 0) attempts.set(key, { count, atMs: nowMs() });
    else attempts.delete(key);
  }

  return {
    // One more attempt would exceed what may be made at once.
    isShut: (key) => left(key) > attemptsMax - 1,
    count: (key) => remember(key, left(key) + 1),
    forgive: (key) => remember(key, left(key) - 1),
  };
}
