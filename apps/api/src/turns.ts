import type { IncomingMessage } from "node:http";
import { createTurns, type Turns } from "@rewards/runtime";
import { networkOfRequest } from "./call.ts";

/** A larger body is large work to read, to parse, or to list all of its errors. */
export const plainBytesMax = 32_768;

/** One for the process, which has one event loop. */
export const largeWork: Turns = createTurns();

/** For reads, which no till waits for: however many are requested, a sale waits for at most one of them. */
export const readTurns: Turns = createTurns();

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
