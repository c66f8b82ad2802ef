export interface ThrottleOptions {
  /** Attempts that one key may make at once. */
  readonly attemptsMax: number;
  /** How long until one of them is forgotten. */
  readonly forgottenEveryMs: number;
  /** The most keys remembered; beyond it, the one whose latest attempt is oldest is forgotten. */
  readonly keysMax?: number;
  readonly nowMs?: () => number;
}

const keysMaxDefault = 10_000;

interface Attempts {
  readonly count: number;
  readonly atMs: number;
}

/** Slows down guessing of credentials, per key, such as a network. */
export interface Throttle {
  /** Whether this key has to wait. */
  isShut(key: string): boolean;
  /** Counts an attempt. */
  count(key: string): void;
  /** Takes back an attempt that was none. */
  forgive(key: string): void;
}

export function createThrottle({
  attemptsMax,
  forgottenEveryMs,
  keysMax = keysMaxDefault,
  nowMs = () => performance.now(),
}: ThrottleOptions): Throttle {
  const attempts = new Map<string, Attempts>();

  function left(key: string): number {
    const known = attempts.get(key);
    return known ? Math.max(0, known.count - (nowMs() - known.atMs) / forgottenEveryMs) : 0;
  }

  function remember(key: string, count: number): void {
    // Set again, so that it comes last.
    attempts.delete(key);
    if (count > 0) attempts.set(key, { count, atMs: nowMs() });
    if (attempts.size <= keysMax) return;
    const [longestAgo = ""] = attempts.keys();
    attempts.delete(longestAgo);
  }

  return {
    // One more attempt would exceed what may be made at once.
    isShut: (key) => left(key) > attemptsMax - 1,
    count: (key) => remember(key, left(key) + 1),
    forgive: (key) => remember(key, left(key) - 1),
  };
}
