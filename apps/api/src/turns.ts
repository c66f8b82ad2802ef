import type { IncomingMessage } from "node:http";
import { setImmediate as afterIo, setTimeout as delay } from "node:timers/promises";
import { networkOfRequest } from "./call.ts";

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

/**
 * Paces a body after its first 32 KiB: each turn reads one chunk of the socket (64 KiB), whether a handler reads the
 * body or the server discards it. Otherwise, when many callers send at once, Node reads up to 2 MB of one body before
 * it serves anyone else. Call it before anything reads the body.
 */
export function paceBody(incoming: IncomingMessage): void {
  const { "content-length": length, "transfer-encoding": encoding } = incoming.headers;
  if (length === undefined ? encoding === undefined : Number(length) <= plainBytesMax) return;
  let bytes = 0;
  // A data listener starts reading, so it is added only after something else has started.
  incoming.once("resume", () => {
    incoming.on("data", (piece: Buffer) => {
      bytes += piece.length;
      if (bytes > plainBytesMax) void pauseForTurn(incoming);
    });
  });
}

async function pauseForTurn(incoming: IncomingMessage): Promise<void> {
  incoming.pause();
  await largeWork.take(networkOfRequest(incoming));
  incoming.resume();
}
