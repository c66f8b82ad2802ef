import createFetchClient from "openapi-fetch";
import { type ClientCredentials, createTokenSource, type TokenSource } from "./credential.ts";
import { errorOfAnswer, RewardsError } from "./error.ts";
import type { Fetch, Incoming, Outgoing } from "./fetch.types.ts";
import type { paths } from "./generated/schema.ts";
import { createPositions } from "./position.ts";
import { type RetryOptions, repeat, retryDefaults } from "./retry.ts";

export interface ClientOptions {
  /** The service's address: `http://127.0.0.1:3000`. */
  readonly baseUrl: string;
  /** Sent as `Authorization: Bearer …`: a client's own key, or an access token. */
  readonly token?: string | undefined;
  /** In place of `token`: the client requests access tokens with them, and renews them. */
  readonly credentials?: ClientCredentials | undefined;
  /** Replaces the platform's `fetch`. */
  readonly fetch?: Fetch | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly retry?: Partial<RetryOptions> | undefined;
  /** The client gives up an attempt after this time, and retries it if that is safe. */
  readonly answerMsMax?: number | undefined;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** The `etag` of the version that the object must still have. */
  readonly ifMatch?: string | undefined;
  /** Replaces the key that the client makes for this call. */
  readonly idempotencyKey?: string | undefined;
}

/** A request for any operation of the document. */
interface Sent {
  readonly method: string;
  readonly path: string;
  readonly placeholders?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether sending it twice has the same effect as sending it once. */
  readonly isRepeatable: boolean;
  /** How long the service may wait before it answers, in ms. */
  readonly waitMs?: number;
  /** Whether it reads records. The answer then shows all writes of this client. */
  readonly isRead?: boolean;
}

export interface Received {
  readonly body: unknown;
  readonly headers: Incoming["headers"];
}

export type Send = (sent: Sent, options?: CallOptions) => Promise<Received>;

const answerMsMaxDefault = 15_000;
const positionHeader = "rewards-position";

/** Replaces Request in openapi-fetch. The platform would build another Request: the two take half of a call's time. */
class Unsent {
  readonly url: string;
  readonly init: Outgoing;
  readonly method: string;

  constructor(url: string, init: Outgoing) {
    this.url = url;
    this.init = init;
    this.method = init.method;
  }
}

/** The generated table knows each operation's method and path, so the transport accepts any. */
type AnyRequest = (
  method: string,
  path: string,
  init: object,
) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

export function createTransport(options: ClientOptions): Send {
  const { baseUrl, token, fetch = globalThis.fetch, answerMsMax = answerMsMaxDefault } = options;
  const retry = { ...retryDefaults, ...options.retry };
  const transport = createFetchClient<paths>({
    baseUrl,
    Request: Unsent as never,
    fetch: (unsent) => fetch(unsent.url, (unsent as never as Unsent).init) as Promise<Response>,
    headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...options.headers },
  });
  const request = transport.request as unknown as AnyRequest;
  const tokens = options.credentials && createTokenSource(options.credentials, { baseUrl, fetch, answerMsMax });
  const positions = createPositions();
  return (sent, { signal, ifMatch, idempotencyKey } = {}) => {
    const sentAt = positions.current();
    const headers = {
      ...(sent.isRead && sentAt !== undefined && { [positionHeader]: sentAt }),
      ...sent.headers,
      ...(ifMatch !== undefined && { "if-match": ifMatch }),
      ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
    };
    const init = { params: { path: sent.placeholders, query: sent.query }, body: sent.body };
    const isRepeatable = sent.isRepeatable || idempotencyKey !== undefined;
    const sendOnce = () =>
      withTimeout(answerMsMax + (sent.waitMs ?? 0), signal, async (both) => {
        const send = (more: object) =>
          request(sent.method.toLowerCase(), sent.path, { ...init, headers: { ...headers, ...more }, signal: both });
        const { data, error, response } = await (tokens ? sendWithToken(tokens, both, send) : send({}));
        positions.take(response.headers.get(positionHeader), sentAt);
        if (!response.ok) throw errorOfAnswer(response.status, error, response.headers.get("retry-after"));
        return { body: data, headers: response.headers };
      });
    return repeat(sendOnce, retry, isRepeatable, signal);
  };
}

/** A token may have ended early: the call is sent again once, with a new one. A refused call had no effect. */
async function sendWithToken(
  tokens: TokenSource,
  signal: AbortSignal,
  send: (headers: object) => ReturnType<AnyRequest>,
): ReturnType<AnyRequest> {
  const token = await tokens.get(signal);
  const answer = await send({ authorization: `Bearer ${token}` });
  if (answer.response.status !== 401) return answer;
  tokens.drop(token);
  return send({ authorization: `Bearer ${await tokens.get(signal)}` });
}

/** Aborts a call that is late. A late call and a failed connection throw different errors. */
async function withTimeout<Result>(
  answerMsMax: number,
  signal: AbortSignal | undefined,
  call: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  signal?.throwIfAborted();
  const own = new AbortController();
  const abort = () => own.abort(signal?.reason);
  signal?.addEventListener("abort", abort, { once: true });
  const timer = setTimeout(() => own.abort(), answerMsMax);
  try {
    return await call(own.signal);
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof RewardsError) throw cause;
    throw own.signal.aborted
      ? new RewardsError({ status: 0, code: "Error_Answer_TimedOut", message: `No answer within ${answerMsMax} ms.` })
      : new RewardsError({ status: 0, code: "Error_Network_Failed", message: "The service was not reached.", cause });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}
