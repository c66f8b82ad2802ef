import { setImmediate as afterIo, setTimeout as delay } from "node:timers/promises";

/** Pieces of work that would hold up everybody else, one at a time. */
export interface Turns {
  /**
   * Resolves when it is the caller's turn, which lasts until the caller waits for anything else. Callers of one key take
   * turns in their order, the keys alternate.
   */
  take(key: string): Promise<void>;
}

/** Of the time from one turn to the next, so many parts belong to all the others for one of the turn's own. */
const restFactor = 3;
/** A timer cannot rest for less. */
const restMsMin = 1;

/**
 * Gives one turn after the other. After each the event loop is left to what is small for three times as long as the turn
 * took, so work that is large takes a quarter of the time at most, however much of it is asked for.
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

/** A body of more bytes is large work: to read it, to parse it, or to list all that is wrong with it. */
export const plainBytesMax = 32_768;

/** The turns of the process: it has one event loop. */
export const largeWork = createTurns();

/** Of reads, which no till waits for: however many are asked for, a sale waits for one of them at most. */
export const readTurns = createTurns();

async function give(begin: (() => void) | undefined): Promise<void> {
  await afterIo();
  const startedMs = performance.now();
  begin?.();
  // After all that the turn does before it waits for anything.
  await new Promise<void>((resolve) => process.nextTick(resolve));
  const restMs = (performance.now() - startedMs) * restFactor;
  if (restMs >= restMsMin) await delay(restMs);
}
