import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Closers } from "@rewards/lab/closers";
import { Webhook } from "standardwebhooks";

/** Less than the service waits. */
const hangMs = 3_000;

/** What a receiver does with a request. */
export type Manner = "take" | "refuse" | "hang" | "break";

/** An event that arrived, with everything that was seen of it. */
interface Arrival {
  readonly id: string;
  readonly bodies: Set<string>;
  isTaken: boolean;
}

export interface Receiver {
  readonly url: string;
  readonly arrivals: ReadonlyMap<string, Arrival>;
  /** Of requests whose signature or time was wrong, why. */
  readonly refused: string[];
  manner: Manner;
  /** What requests must be signed with. */
  secret: string;
}

/** A receiver of webhooks on loopback, which checks what arrives as an integrator would. */
export async function openReceiver(closers: Closers): Promise<Receiver> {
  const arrivals = new Map<string, Arrival>();
  const receiver: Receiver = { url: "", arrivals, refused: [], manner: "take", secret: "" };
  const server = createServer((request, response) => {
    void receive(receiver, arrivals, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.add(async () => {
    server.closeAllConnections();
    server.close();
  });
  return Object.assign(receiver, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` });
}

async function receive(
  receiver: Receiver,
  arrivals: Map<string, Arrival>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = (await request.toArray()).join("");
  const headers = request.headers as Record<string, string>;
  try {
    new Webhook(receiver.secret).verify(body, headers);
  } catch (error) {
    receiver.refused.push((error as Error).message);
    response.writeHead(400).end();
    return;
  }
  const id = String(headers["webhook-id"]);
  const arrival = arrivals.get(id) ?? { id, bodies: new Set<string>(), isTaken: false };
  arrivals.set(id, arrival);
  arrival.bodies.add(body);
  if (receiver.manner === "break") request.socket.resetAndDestroy();
  if (receiver.manner === "hang") setTimeout(() => request.socket.destroy(), hangMs);
  if (receiver.manner === "refuse") response.writeHead(500).end();
  if (receiver.manner !== "take") return;
  arrival.isTaken = true;
  response.end();
}
