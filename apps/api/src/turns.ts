import { setImmediate as afterIo, setTimeout as delay } from "node:timers/promises";

/** Pieces of work that would hold up everybody else, one at a time. */
export interface Turns {
  /** Resolves when it is the caller's turn, which lasts until the caller waits for anything else. */
  take(): Promise<void>;
}

/** Of the time from one turn to the next, so many parts belong to all the others for one of the turn's own. */
const restFactor = 3;
/** A timer cannot rest for less. */
const restMsMin = 1;

/**
 * Gives turns in the order of asking. After each the event loop is left to what is small for three times as long as the
 * turn took, so work that is large takes a quarter of the time at most, however much of it is asked for.
 */
export function createTurns(): Turns {
  let waiting: (() => void)[] = [];
  let isRunning = false;

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const round = waiting;
      waiting = [];
      for (const begin of round) {
        await afterIo();
        const startedMs = performance.now();
        begin();
        // After all that the turn does before it waits for anything.
        await new Promise<void>((resolve) => process.nextTick(resolve));
        const restMs = (performance.now() - startedMs) * restFactor;
        if (restMs >= restMsMin) await delay(restMs);
      }
    }
    isRunning = false;
  }

  return {
    take: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        if (isRunning) return;
        isRunning = true;
        void run();
      }),
  };
}
