import { setImmediate as afterIo, setTimeout as delay } from "node:timers/promises";
import { createFairGate } from "./gate.ts";

/** The rest after a turn, as a multiple of the turn's duration. It belongs to all other work. */
const restFactor = 3;
/** The shortest rest that a timer can keep. */
const restMsMin = 1;

export type Turns = ReturnType<typeof createTurns>;

/**
 * Runs large pieces of work one at a time, because each would block everyone else. After each, the event loop serves
 * small work for three times as long as the turn took. So large work takes at most a quarter of the time, however much of
 * it there is. For work on the event loop; it refuses nothing.
 */
export function createTurns() {
  const onOverload = () => new Error("turns refuse nothing");
  const gate = createFairGate({ insideMax: 1, waitingMax: Number.POSITIVE_INFINITY, onOverload });
  return {
    /**
     * Resolves when it is the caller's turn. The turn lasts until the caller next awaits anything. Keys alternate; the
     * callers of one key are served in FIFO order.
     */
    async take(key: string): Promise<void> {
      const leave = await gate.enter(key);
      await afterIo();
      const startedMs = performance.now();
      // Runs after everything that the turn does before it first awaits.
      process.nextTick(() => void rest((performance.now() - startedMs) * restFactor).then(leave));
    },
  };
}

async function rest(ms: number): Promise<void> {
  if (ms >= restMsMin) await delay(ms);
}
