import { type Answer, root } from "../support/client.ts";
import { openRaw, request } from "../support/raw.ts";
import type { World } from "./world.ts";

interface Sent {
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string | number>>;
  /** The loopback address that the request comes from: wrong credentials count for the network. */
  readonly from?: string;
}

/** Sends one request as it is written, which `fetch` would correct. */
export async function sendRaw(url: string, method: string, target: string, sent: Sent = {}): Promise<Answer> {
  const { body = "", headers = {}, from } = sent;
  const connection = await openRaw(url, { localAddress: from });
  connection.write(request(method, target, body, { connection: "close", ...headers }));
  return connection.next();
}

/** A call that needs no right, with this credential. */
export const callWith = ({ url }: Pick<World, "url">, authorization: string, from: string): Promise<Answer> =>
  sendRaw(url, "GET", `${root}/data_views`, { headers: { authorization }, from });
