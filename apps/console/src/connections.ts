import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { networkOf } from "@rewards/runtime";

const connectionsMax = 1_000;
/** As many as a proxy in front of the console needs. */
const ofNetworkMax = 200;

/** The connections of a network, oldest first, each with the request on it that has no answer yet. */
type Connections = Map<Socket, IncomingMessage | undefined>;

/**
 * Bounds the connections of each network. A further one takes the place of the oldest that waits for its caller, be it
 * for a request or for the rest of one: so no network shuts the console by requests that it begins and never ends.
 */
export function boundConnections(server: Server): void {
  const networks = new Map<string, Connections>();
  server.maxConnections = connectionsMax;
  server.on("connection", (socket: Socket) => {
    const network = networkOf(socket.remoteAddress);
    const own: Connections = networks.get(network) ?? new Map();
    if (own.size >= ofNetworkMax) endOldest(own);
    networks.set(network, own.set(socket, undefined));
    socket.once("close", () => {
      own.delete(socket);
      if (own.size === 0) networks.delete(network);
    });
  });
  server.on("request", (incoming: IncomingMessage, answer: ServerResponse) => {
    const { socket } = incoming;
    const own = networks.get(networkOf(socket.remoteAddress));
    own?.set(socket, incoming);
    answer.once("close", () => own?.get(socket) === incoming && own.set(socket, undefined));
  });
}

function endOldest(own: Connections): void {
  for (const [socket, request] of own) {
    if (request?.complete) continue;
    own.delete(socket);
    socket.destroy();
    return;
  }
}
