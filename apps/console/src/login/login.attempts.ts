import { createThrottle, networkOf } from "@rewards/runtime";

/** The audit has an entry for each attempt on a user that is not refused at once. */
export const userAttemptsMax = 10;
/** Attempts at once, and how long until one of them is forgotten: of a user, wherever they come from, and of a network. */
const userLimit = { attemptsMax: userAttemptsMax, forgottenEveryMs: 60_000 };
const networkLimit = { attemptsMax: 20, forgottenEveryMs: 6_000 };

/** After this time, whoever had too many attempts has one again. */
export const retryAfterSeconds = userLimit.forgottenEveryMs / 1_000;

/** Counts attempts to log in. An attempt counts when it begins, so that many at once are not more. */
export interface Attempts {
  /**
   * Undefined if the name or the network had too many. Names that no user has count as well.
   * @param name undefined if nobody typed one.
   */
  begin(name: string | undefined, address: string): Attempt | undefined;
  /** The attempt that began so does not count. */
  forgive(name: string | undefined, address: string): void;
}

interface Attempt {
  /** It does not count: it was right, or could not be checked. */
  forgive(): void;
}

export function createAttempts(nowMs = () => performance.now()): Attempts {
  const ofUsers = createThrottle({ ...userLimit, nowMs });
  const ofNetworks = createThrottle({ ...networkLimit, nowMs });
  function forgive(name: string | undefined, address: string): void {
    if (name !== undefined) ofUsers.forgive(name);
    ofNetworks.forgive(networkOf(address));
  }
  return {
    begin(name, address) {
      const network = networkOf(address);
      if ((name !== undefined && ofUsers.isShut(name)) || ofNetworks.isShut(network)) return undefined;
      if (name !== undefined) ofUsers.count(name);
      ofNetworks.count(network);
      return { forgive: () => forgive(name, address) };
    },
    forgive,
  };
}
