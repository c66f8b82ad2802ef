/** Wrong tokens that one network may send at once, and how long until one of them is forgotten. */
const wrongMax = 10;
export const forgottenEveryMs = 6_000;
/** The most networks remembered; beyond it, the one whose latest wrong token is oldest is forgotten. */
const networksMax = 10_000;

interface Wrong {
  readonly count: number;
  readonly atMs: number;
}

/** Slows down guessing of tokens, per network. */
export interface OperatorThrottle {
  /** Whether this network has to wait. */
  isShut(network: string): boolean;
  /** Counts a wrong token. */
  count(network: string): void;
}

export function createOperatorThrottle(nowMs = () => performance.now()): OperatorThrottle {
  const wrong = new Map<string, Wrong>();

  function left(network: string): number {
    const known = wrong.get(network);
    return known ? Math.max(0, known.count - (nowMs() - known.atMs) / forgottenEveryMs) : 0;
  }

  return {
    // One more token would exceed what may be sent at once.
    isShut: (network) => left(network) > wrongMax - 1,
    count(network) {
      const count = left(network) + 1;
      // Set again, so that it comes last.
      wrong.delete(network);
      wrong.set(network, { count, atMs: nowMs() });
      if (wrong.size <= networksMax) return;
      const [longestAgo = ""] = wrong.keys();
      wrong.delete(longestAgo);
    },
  };
}
