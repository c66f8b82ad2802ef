import { setTimeout as delay } from "node:timers/promises";
import { describeCause } from "@rewards/runtime";
import { CommandError } from "../error.ts";
import type { ErrorBody } from "./lines.read.ts";

/** Where to call, and as whom. */
export interface Api {
  readonly url: string;
  /** A client's key, or an access token. */
  readonly key: string | undefined;
}

export const apiRoot = "/dx/api/application/v2";
/** How often in a row a call may achieve nothing. */
export const triesMax = 20;
export const waitMsDefault = 1_000;

export const tooBusy = ({ url }: Api) =>
  new CommandError(`${url} takes no lines. Check --url, or run the command again later.`, 2);

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

interface Received {
  /** 0 without an answer: the connection broke, or the service is starting. */
  readonly status: number;
  readonly text: string;
  /** How long to wait before the call is sent again, ms. */
  readonly waitMs: number;
}

export async function sendOnce({ url, key }: Api, { path, headers, ...sent }: Sent): Promise<Received> {
  try {
    const answer = await fetch(new URL(path, url), {
      ...sent,
      headers: { ...headers, ...(key !== undefined && { authorization: `Bearer ${key}` }) },
    } as RequestInit);
    const waitMs = Number(answer.headers.get("retry-after")) * 1_000 || waitMsDefault;
    return { status: answer.status, text: await answer.text(), waitMs };
  } catch {
    return { status: 0, text: "", waitMs: waitMsDefault };
  }
}

/** Whether the same call may succeed later. */
export const isPassing = ({ status }: Pick<Received, "status">) => status === 0 || status === 429 || status >= 500;

/** @throws CommandError with what the service says. */
export const refuse = ({ status, text }: Received): never => {
  throw new CommandError(`The service refuses the import with ${status}: ${describeBody(text)}`, 2);
};

function describeBody(text: string): string {
  try {
    const { errorDetails } = JSON.parse(text) as ErrorBody;
    return errorDetails.map(({ message, localizedValue }) => `${localizedValue} (${message})`).join(" ");
  } catch (error) {
    return describeCause(error);
  }
}

/** @throws CommandError if it is no JSON, as of another service at this address. */
function read({ url }: Api, { status, text }: Received): object {
  try {
    return JSON.parse(text) as object;
  } catch {
    throw new CommandError(`${url} answers ${status} with what is no JSON. Check --url.`, 2);
  }
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body: object;
  readonly idempotencyKey?: string;
}

/**
 * Calls until there is an answer that sending again would not change.
 * @throws CommandError if the caller lacks a right, or the service does not answer for a while.
 */
export async function callApi(api: Api, { method, path, body, idempotencyKey }: Call) {
  const headers = {
    "content-type": "application/json",
    ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
  };
  for (let tries = 1; ; tries += 1) {
    const received = await sendOnce(api, { method, path, headers, body: JSON.stringify(body) });
    if (received.status === 401 || received.text.includes("Error_Right_Missing")) refuse(received);
    if (!isPassing(received)) return { status: received.status, json: read(api, received) };
    if (tries === triesMax) throw tooBusy(api);
    await delay(received.waitMs);
  }
}
