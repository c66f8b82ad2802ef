import { LRUCache } from "lru-cache";

/** Wrong credentials that one network may send at once, and how long until one of them is forgotten. */
const wrongMax = 10;
export const forgottenEveryMs = 6_000;
/** The most networks remembered; beyond it, the one whose latest wrong credential is oldest is forgotten. */
const networksMax = 10_000;

interface Wrong {
  readonly count: number;
  readonly atMs: number;
}

/** Slows down guessing of credentials, per network. */
export interface GuessThrottle {
  /** Whether this network has to wait. */
  isShut(network: string): boolean;
  /** Counts a wrong credential. */
  count(network: string): void;
}

export function createGuessThrottle(nowMs = () => performance.now()): GuessThrottle {
  const wrong = new LRUCache<string, Wrong>({ max: networksMax });

  function left(network: string): number {
    const known = wrong.peek(network);
    return known ? Math.max(0, known.count - (nowMs() - known.atMs) / forgottenEveryMs) : 0;
  }

  return {
    // One more wrong credential would exceed what may be sent at once.
    isShut: (network) => left(network) > wrongMax - 1,
    count: (network) => void wrong.set(network, { count: left(network) + 1, atMs: nowMs() }),
  };
}
