import { createThrottle, type Throttle } from "@rewards/runtime";

/** Wrong credentials that one network may send at once, and how long until one of them is forgotten. */
const attemptsMax = 10;
export const forgottenEveryMs = 6_000;

/** Slows down guessing of credentials, per network. */
export const createGuessThrottle = (): Throttle => createThrottle({ attemptsMax, forgottenEveryMs });
