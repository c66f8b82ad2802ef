import { setImmediate as afterIo, setTimeout as delay } from "node:timers/promises";

/** Runs large pieces of work one at a time, because each would block everyone else. */
export interface Turns {
  /**
   * Resolves when it is the caller's turn. The turn lasts until the caller next awaits anything. Keys alternate; the
   * callers of one key are served in FIFO order.
   */
  take(key: string): Promise<void>;
}

/** The rest after a turn, as a multiple of the turn's duration. It belongs to all other work. */
const restFactor = 3;
/** The shortest rest that a timer can keep. */
const restMsMin = 1;

/**
 * Gives one turn after the other. After each, the event loop serves small work for three times as long as the turn
 * took. So large work takes at most a quarter of the time, however much of it there is.
 */
export function createTurns(): Turns {
  const waiting = new Map<string, (() => void)[]>();
  let isRunning = false;

  function nextOf(key: string, queue: (() => void)[]): (() => void) | undefined {
    const begin = queue.shift();
    if (queue.length === 0) waiting.delete(key);
    return begin;
  }

  async function run(): Promise<void> {
    while (waiting.size > 0) for (const [key, queue] of [...waiting]) await give(nextOf(key, queue));
    isRunning = false;
  }

  return {
    take: (key) =>
      new Promise((resolve) => {
        const queue = waiting.get(key);
        if (queue) queue.push(resolve);
        else waiting.set(key, [resolve]);
        if (isRunning) return;
        isRunning = true;
        void run();
      }),
  };
}

/** A larger body is large work to read, to parse, or to list all of its errors. */
export const plainBytesMax = 32_768;

/** One for the process, which has one event loop. */
export const largeWork = createTurns();

/** For reads, which no till waits for: however many are requested, a sale waits for at most one of them. */
export const readTurns = createTurns();

async function give(begin: (() => void) | undefined): Promise<void> {
  await afterIo();
  const startedMs = performance.now();
  begin?.();
  // Runs after everything that the turn does before it first awaits.
  await new Promise<void>((resolve) => process.nextTick(resolve));
  const restMs = (performance.now() - startedMs) * restFactor;
  if (restMs >= restMsMin) await delay(restMs);
}
