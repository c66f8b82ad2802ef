import { setTimeout as delay } from "node:timers/promises";

const pollMs = 20;

/**
 * Asks `condition` every 20 ms until it answers true.
 * Resolves true when it did, false when `boundMs` passed first.
 */
export async function waitUntil(condition: () => boolean | Promise<boolean>, boundMs: number): Promise<boolean> {
  const endsAt = performance.now() + boundMs;
  while (!(await condition())) {
    if (performance.now() >= endsAt) return false;
    await delay(pollMs);
  }
  return true;
}
