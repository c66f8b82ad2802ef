import type { IncomingMessage } from "node:http";
import { networkOfSocket } from "./connections/address.ts";
import { largeWork, plainBytesMax } from "./turns.ts";

/**
 * Has all of a body past its first 32 KiB read one piece of the socket's (64 KiB) a turn, whoever reads it: a handler, or
 * the server, which throws away what nobody wants. Where many callers send at once, Node otherwise reads up to 2 MB of
 * each before it looks at anybody else. Call it before anything reads the body.
 */
export function paceBody(incoming: IncomingMessage): void {
  const { "content-length": length, "transfer-encoding": encoding } = incoming.headers;
  if (length === undefined ? encoding === undefined : Number(length) <= plainBytesMax) return;
  let bytes = 0;
  // To listen for data is to begin reading; so only once somebody has begun.
  incoming.once("resume", () => {
    incoming.on("data", (piece: Buffer) => {
      bytes += piece.length;
      if (bytes > plainBytesMax) void pauseForTurn(incoming);
    });
  });
}

async function pauseForTurn(incoming: IncomingMessage): Promise<void> {
  incoming.pause();
  await largeWork.take(networkOfSocket(incoming.socket));
  incoming.resume();
}
