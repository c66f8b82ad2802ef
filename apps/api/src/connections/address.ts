import type { Socket } from "node:net";
import { networkOf } from "@rewards/runtime";

const known = new WeakMap<Socket, string>();

/** The network of a connection, computed once: every request and every body needs it. */
export function networkOfSocket(socket: Socket): string {
  const network = known.get(socket) ?? networkOf(socket.remoteAddress);
  known.set(socket, network);
  return network;
}
