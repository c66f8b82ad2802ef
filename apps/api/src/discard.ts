import type { IncomingMessage } from "node:http";

/** How much of a body that nobody wants is read before its connection closes. */
const discardedBytesMax = 33_554_432;

/** Whether the caller of a request has not sent its whole body yet. */
export function isArriving({ complete, headers }: IncomingMessage): boolean {
  return !complete && (headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0);
}

/** Reads the rest of a request's body and keeps nothing of it. Calls `then` at its end, or once it is too long. */
export function discardBody(incoming: IncomingMessage, then: () => void): void {
  let bytes = 0;
  const end = () => {
    incoming.off("data", count).off("end", end).off("close", end);
    then();
  };
  const count = (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > discardedBytesMax) end();
  };
  incoming.on("data", count).on("end", end).on("close", end);
}
