import { createRewardsClient, type RewardsClient, RewardsError } from "@rewards/client";
import { createAgentFetch } from "./fetch.ts";

/** As patient as tills are: while the service is away or overloaded, calls are sent again for a quarter of a minute at least. */
const retry = { triesMax: 60, waitMsMin: 100, waitMsMax: 1_000 };

/** A client of the API like any other: it uses only HTTP. */
export type Client = RewardsClient;

/** Opens a client that keeps its connections open until `close`. */
export function openClient(baseUrl: string, connectionsMax: number): { readonly client: Client; close(): void } {
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
