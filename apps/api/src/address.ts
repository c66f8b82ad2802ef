import type { IncomingMessage } from "node:http";

/** The address that a call comes from. */
export function addressOf({ socket }: IncomingMessage): string {
  return socket.remoteAddress ?? "";
}
