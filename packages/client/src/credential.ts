import { errorOfAnswer } from "./error.ts";
import type { Fetch } from "./fetch.types.ts";
import type { components } from "./generated/schema.ts";

/** A client's ID and secret. */
export interface ClientCredentials {
  readonly clientID: string;
  readonly clientSecret: string;
  /** The rights that the tokens shall have, with spaces between them; by default all of the client. */
  readonly scope?: string | undefined;
}

/** Access tokens for a client's ID and secret. */
export interface TokenSource {
  /** The present token. A new one is requested once, however many calls wait for it. */
  get(signal: AbortSignal): Promise<string>;
  /** The service refused this token. */
  drop(token: string): void;
}

interface Held {
  readonly token: string;
  readonly renewMs: number;
}

interface TokenServer {
  readonly baseUrl: string;
  readonly fetch: Fetch;
  readonly answerMsMax: number;
}

const tokenPath = "/uas/oauth/token";
/** A token is renewed after this part of its time, so that it does not end on its way. */
const renewedAfter = 0.9;

export function createTokenSource(credentials: ClientCredentials, server: TokenServer): TokenSource {
  let requested: Promise<Held> | undefined;
  let held: Held | undefined;

  function request(): Promise<Held> {
    requested ??= requestToken(credentials, server)
      .then((token) => {
        held = token;
        return token;
      })
      .finally(() => {
        requested = undefined;
      });
    return requested;
  }

  return {
    async get(signal) {
      if (held && performance.now() < held.renewMs) return held.token;
      // The request belongs to all calls that wait for it, so the signal of one does not end it.
      return (await Promise.race([request(), rejectOn(signal)])).token;
    },
    drop(token) {
      if (held?.token === token) held = undefined;
    },
  };
}

/** @throws RewardsError if the service refuses. */
async function requestToken({ clientID, clientSecret, scope }: ClientCredentials, server: TokenServer): Promise<Held> {
  const { baseUrl, fetch, answerMsMax } = server;
  const form = new URLSearchParams({
    grant_type: "client_credentials",
    client_id: clientID,
    client_secret: clientSecret,
    ...(scope !== undefined && { scope }),
  });
  const askedMs = performance.now();
  const answer = await fetch(baseUrl.replace(/\/$/, "") + tokenPath, {
    method: "POST",
    headers: new Headers({ "content-type": "application/x-www-form-urlencoded" }),
    body: form.toString(),
    signal: AbortSignal.timeout(answerMsMax),
  });
  const body: unknown = await answer.json().catch(() => undefined);
  if (!answer.ok) throw errorOfAnswer(answer.status, body, answer.headers.get("retry-after"));
  const { access_token: token, expires_in: seconds } = body as components["schemas"]["TokenAnswer"];
  return { token, renewMs: askedMs + seconds * 1_000 * renewedAfter };
}

function rejectOn(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }));
}
