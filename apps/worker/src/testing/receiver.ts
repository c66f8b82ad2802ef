import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { onTestFinished } from "vitest";

/** A message that arrived, and whose signature is right. */
export interface Received {
  readonly id: string;
  readonly body: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>> & { readonly sequence: number; readonly MemberExternalID: string };
}

/** The status to answer with; undefined for none. */
type Answer = (message: Received) => number | undefined | Promise<number>;

export interface Receiver {
  readonly url: string;
  /** All that arrived, in order. */
  readonly received: Received[];
  /** What was answered with 200. */
  readonly taken: Received[];
  answer: Answer;
  /** The secrets that messages must be signed with; none are checked by default. */
  secrets: readonly string[];
}

/** A receiver on loopback for the running test, which keeps what arrives. */
export async function openReceiver(answer: Answer = () => 200): Promise<Receiver> {
  const server = createServer(async (request, response: ServerResponse) => {
    const body = (await request.toArray()).join("");
    const headers = request.headers as Record<string, string>;
    for (const secret of receiver.secrets) new Webhook(secret).verify(body, headers);
    const message = { ...JSON.parse(body), id: headers["webhook-id"] as string, body };
    receiver.received.push(message);
    const status = await receiver.answer(message);
    if (status === 200) receiver.taken.push(message);
    if (status !== undefined) response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = { url: `http://127.0.0.1:${port}/`, received: [], taken: [], answer, secrets: [] };
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return receiver;
}

/** The numbers of the messages of each member, in the order of their arrival. */
export function sequencesOf(messages: readonly Received[]): Map<string, number[]> {
  const lanes = new Map<string, number[]>();
  for (const { data } of messages) {
    const { sequence, MemberExternalID: lane } = data;
    lanes.set(lane, [...(lanes.get(lane) ?? []), sequence]);
  }
  return lanes;
}
