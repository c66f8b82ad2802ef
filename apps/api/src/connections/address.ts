import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { forwardedAddress, networkOf } from "@rewards/runtime";

const ofSockets = new WeakMap<Socket, string>();
const ofForwarded = new WeakMap<IncomingMessage, string>();

/** The network of a connection, computed once: every request and every body needs it. */
export function networkOfSocket(socket: Socket): string {
  const network = ofSockets.get(socket) ?? networkOf(socket.remoteAddress);
  ofSockets.set(socket, network);
  return network;
}

/** Keeps which network a request comes from if it came through `proxies` proxies. Call it before anything asks. */
export function noteForwarded(incoming: IncomingMessage, proxies: number): void {
  const header = incoming.headers["x-forwarded-for"];
  const address = forwardedAddress(typeof header === "string" ? header : undefined, proxies);
  if (address !== undefined) ofForwarded.set(incoming, networkOf(address));
}

/** The network of a caller: that of its connection, or the one that the proxies of PROXIES saw. */
export function networkOfRequest(incoming: IncomingMessage): string {
  return ofForwarded.get(incoming) ?? networkOfSocket(incoming.socket);
}
