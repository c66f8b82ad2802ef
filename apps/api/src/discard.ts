import type { IncomingMessage } from "node:http";

/** How much of a body that nobody wants is read before its connection closes. */
const discardedBytesMax = 33_554_432;
/** How long its next piece may take. A stopping API gives its last answers a little more time. */
const pieceMsMax = 400;

/** Whether the caller of a request has not sent its whole body yet. */
export function isArriving({ complete, headers }: IncomingMessage): boolean {
  return !complete && (headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0);
}

/** Reads the rest of a request's body and keeps nothing of it. Calls `then` at its end, or once it is too long or late. */
export function discardBody(incoming: IncomingMessage, then: () => void): void {
  let bytes = 0;
  const end = () => {
    clearTimeout(timer);
    incoming.off("data", count).off("end", end).off("close", end);
    then();
  };
  const timer = setTimeout(end, pieceMsMax);
  const count = (piece: Buffer) => {
    timer.refresh();
    bytes += piece.length;
    if (bytes > discardedBytesMax) end();
  };
  incoming.on("data", count).on("end", end).on("close", end);
}
