import { createThrottle, networkOf, type Throttle } from "@rewards/runtime";
import { LRUCache } from "lru-cache";

/** The audit has an entry for each attempt on a user from one network that is not refused at once. */
export const userAttemptsMax = 10;
/** Attempts at once, and how long until one of them is forgotten: of a user from one network, and of a network. */
const userLimit = { attemptsMax: userAttemptsMax, forgottenEveryMs: 60_000 };
const networkLimit = { attemptsMax: 20, forgottenEveryMs: 6_000 };
/** Of a user from all networks together, for somebody who has many. */
const overallLimit = { attemptsMax: 100, forgottenEveryMs: 60_000 };
/** Users and the networks they logged in from lately. */
const knownMax = 10_000;

/** After this time, whoever had too many attempts has one again. */
export const retryAfterSeconds = userLimit.forgottenEveryMs / 1_000;

/** Counts attempts to log in. An attempt counts when it begins, so that concurrent attempts do not exceed the limit. */
export interface Attempts {
  /**
   * Undefined if the name had too many from this network or from all, or the network had. Names that no user has count
   * as well. A network from which the user has logged in is exempt from the limit of all networks: strangers elsewhere
   * cannot keep a user out.
   * @param name undefined if nobody typed one.
   */
  begin(name: string | undefined, address: string): Attempt | undefined;
  /** An attempt without a name that began so does not count. */
  forgiveNetwork(address: string): void;
}

export interface Attempt {
  /** It does not count: it was right, or could not be checked. */
  forgive(): void;
  /** It does not count, and its network is known as the user's. */
  admit(): void;
}

export function createAttempts(nowMs = () => performance.now()): Attempts {
  const ofUsers = createThrottle({ ...userLimit, nowMs });
  const overall = createThrottle({ ...overallLimit, nowMs });
  const ofNetworks = createThrottle({ ...networkLimit, nowMs });
  const known = new LRUCache<string, true>({ max: knownMax });

  /** The throttles that an attempt counts in, with its key in each. */
  function limitsOf(name: string | undefined, network: string) {
    const limits: [Throttle, string][] = [[ofNetworks, network]];
    if (name === undefined) return limits;
    const place = placeOf(name, network);
    if (!known.has(place)) limits.push([overall, name]);
    return [...limits, [ofUsers, place] as const];
  }

  return {
    begin(name, address) {
      const network = networkOf(address);
      const limits = limitsOf(name, network);
      if (limits.some(([throttle, key]) => throttle.isShut(key))) return undefined;
      for (const [throttle, key] of limits) throttle.count(key);
      const forgive = () => {
        for (const [throttle, key] of limits) throttle.forgive(key);
      };
      return {
        forgive,
        admit() {
          forgive();
          if (name !== undefined) known.set(placeOf(name, network), true);
        },
      };
    },
    forgiveNetwork: (address) => ofNetworks.forgive(networkOf(address)),
  };
}

/** No network has a space in it. */
const placeOf = (name: string, network: string) => `${network} ${name}`;
