import { Agent, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { createRewardsClient, type Fetch, type Incoming, type RewardsClient, RewardsError } from "@rewards/client";

/** As patient as tills are: while the service is away or overloaded, calls are sent again for a quarter of a minute at least. */
const retry = { triesMax: 60, waitMsMin: 100, waitMsMax: 1_000 };

/** Opens a client that keeps its connections open until `close`. */
export function openClient(baseUrl: string, connectionsMax: number): { readonly client: RewardsClient; close(): void } {
  const { fetch, close } = createAgentFetch(connectionsMax);
  return { client: createRewardsClient({ baseUrl, fetch, retry }), close };
}

/** The result of a call: the ID and status of the answer, or the status and code of the refusal. */
export interface Outcome {
  readonly id: string;
  readonly said: string;
}

/** @throws RewardsError if the service gave no answer, or one with a status from 500 on. */
export async function outcomeOf(call: Promise<{ readonly id: string; readonly status: string }>): Promise<Outcome> {
  try {
    const { id, status } = await call;
    return { id, said: status };
  } catch (error) {
    if (!(error instanceof RewardsError) || error.status === 0 || error.status >= 500) throw error;
    return { id: "", said: `${error.status} ${error.code}` };
  }
}

/** A fetch over `node:http`. Node's own fetch takes four times the CPU, which the service on the same machine needs. */
function createAgentFetch(connectionsMax: number): { readonly fetch: Fetch; close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: connectionsMax });
  return {
    fetch: (url, { method, headers, body = "", signal }) =>
      new Promise((resolve, reject) => {
        const sent = { ...Object.fromEntries(headers), "content-length": Buffer.byteLength(body) };
        const outgoing = request(url, { method, agent, headers: sent }, (incoming) => {
          text(incoming).then((body) => resolve(responseOf(incoming, body)), reject);
        });
        const stop = () => outgoing.destroy(new Error("broken off"));
        signal.addEventListener("abort", stop, { once: true });
        outgoing.once("error", reject);
        outgoing.end(body);
      }),
    close: () => agent.destroy(),
  };
}

function responseOf({ statusCode: status = 0, headers }: IncomingMessage, body: string): Incoming {
  return {
    ok: status >= 200 && status < 300,
    status,
    headers: { get: (name) => headers[name.toLowerCase()]?.toString() ?? null },
    text: async () => body,
    json: async () => JSON.parse(body),
  };
}

/**
 * Runs `work` on every item, `concurrency` at a time, in their order.
 * @throws the signal's reason once it is aborted.
 */
export async function runPool<Item>(
  items: Iterable<Item>,
  concurrency: number,
  signal: AbortSignal,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const left = items[Symbol.iterator]();
  const run = async (): Promise<void> => {
    for (let next = left.next(); !next.done; next = left.next()) {
      signal.throwIfAborted();
      await work(next.value);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, run));
}
