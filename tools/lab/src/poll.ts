import { setTimeout as delay } from "node:timers/promises";

/** Calls `read` until `isDone` accepts the result, for at most `msMax`. @returns the last result */
export async function poll<T>(
  read: () => T | Promise<T>,
  isDone: (found: T) => boolean,
  msMax: number,
  everyMs = 50,
): Promise<T> {
  const endsMs = performance.now() + msMax;
  for (;;) {
    const found = await read();
    if (isDone(found) || performance.now() > endsMs) return found;
    await delay(everyMs);
  }
}

export const isEmpty = (list: readonly unknown[]) => list.length === 0;

const stuckMsMax = 60_000;

/**
 * Resolves with the time (performance.now) at which `read` first satisfied `isDone`, to within `everyMs`.
 * @throws if the value does not change for a minute.
 */
export async function awaitCount(
  what: string,
  read: () => Promise<number>,
  isDone: (count: number) => boolean,
  everyMs = 50,
): Promise<number> {
  let last = Number.NaN;
  let movedMs = performance.now();
  while (performance.now() - movedMs < stuckMsMax) {
    const count = await read();
    if (isDone(count)) return performance.now();
    if (count !== last) movedMs = performance.now();
    last = count;
    await delay(everyMs);
  }
  throw new Error(`${what}: ${last}, unchanged for a minute`);
}
