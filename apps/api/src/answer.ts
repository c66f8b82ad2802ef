import { type IncomingMessage, type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { RouteCounts, Span } from "@rewards/runtime";
import { parseAccept } from "hono/utils/accept";
import { uuidv7 } from "uuidv7";
import { discardBody, isArriving } from "./discard.ts";
import type { Quota } from "./limits/quota.ts";

export const requestIdHeader = "x-request-id";
const requestIdPattern = /^[A-Za-z0-9._-]{1,64}$/;

/**
 * Browsers must neither sniff the content type nor store the response, and must not frame it or load anything for it.
 * Hono's `secureHeaders` does not reach refusals outside the app.
 * Files set their own `cache-control`, and those of the reference page their own policy.
 */
export const headersOfAll = {
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none';base-uri 'none';frame-ancestors 'none'",
} as const;

/** A record as logs name it: nothing that may describe a person. */
export interface Subject {
  readonly class: string;
  readonly externalId: string;
}

/** What a response needs from its request. */
export interface Asked {
  readonly requestId: string;
  readonly subject?: Subject | undefined;
  readonly trace?: Pick<Span, "traceId"> | undefined;
  readonly req: Pick<IncomingMessage, "headers">;
}

/**
 * The server's response to one request. Every response passes through `writeHead`, including refusals that the app
 * never sees, so this is the one place that adds the headers common to all. A plain object is cheaper than setting
 * headers one by one: Node writes it unchanged.
 */
export class Answer extends ServerResponse<IncomingMessage> {
  /**
   * CORS headers, set before any other check, so that refusals carry them too. `declare` only: a field that the class
   * initializes on each response costs several microseconds.
   */
  declare corsHeaders: Readonly<Record<string, string>> | undefined;
  /** Counts the call against the limits of its caller; set once the caller is known, if there are limits. */
  declare quota: Quota | undefined;
  /** Counts the response; set on arrival, and again once the route is known. */
  declare route: RouteCounts | undefined;
  /** When the request arrived, by `performance.now()`. */
  declare arrivedMs: number;
  /** The span of the request, if the process traces. */
  declare trace: Span | undefined;
  /** Takes over what Node finds wrong with the rest of the request's body, by its code. */
  declare onClientError: ((code: string) => void) | undefined;
  /** The record that a refused create was about, for the log. */
  declare subject: Subject | undefined;
  declare private id: string | undefined;

  get requestId(): string {
    this.id ??= requestIdOf(this.req);
    return this.id;
  }

  override writeHead(status: number, reasonOrHeaders?: string | OutgoingHttpHeaders | OutgoingHttpHeader[]): this {
    // No code here passes a reason phrase or a header list.
    const given = typeof reasonOrHeaders === "object" ? (reasonOrHeaders as OutgoingHttpHeaders) : undefined;
    // Each response passes a fresh object, so it is extended in place. A copy would cost more than all additions.
    const headers = given ?? {};
    headers[requestIdHeader] ??= this.requestId;
    for (const name in headersOfAll) headers[name] ??= headersOfAll[name as keyof typeof headersOfAll];
    this.quota?.addTo(headers);
    this.route?.count(status, performance.now() - this.arrivedMs);
    return super.writeHead(status, this.corsHeaders ? withCors(headers, this.corsHeaders) : headers);
  }

  /**
   * Joins a small ASCII body to the head, so that both leave in one write: ADR 44 says why, and until when.
   * To close a connection whose caller still sends would reset it, and the answer could be lost: one that closes with its
   * answer first takes the rest of the request's body.
   */
  override end(body?: unknown, encoding?: unknown, done?: unknown): this {
    if (!this.shouldKeepAlive && isArriving(this.req)) {
      discardBody(this.req, () => void this.send(body, encoding, done));
      return this;
    }
    return this.send(body, encoding, done);
  }

  private send(body: unknown, encoding: unknown, done: unknown): this {
    const own = this as unknown as Unsent;
    const isPlain = typeof body === "string" && encoding === undefined && done === undefined;
    if (!isPlain || body.length > joinedBytesMax || !canJoin(own) || !isAscii(body))
      return super.end(body, encoding as BufferEncoding, done as () => void);
    own._header += body;
    return super.end();
  }
}

/** Larger bodies are rare, and looking through them would cost more than the write that is saved. */
const joinedBytesMax = 4_096;

/**
 * What Node's response keeps of a head that is not sent yet (lib/_http_outgoing.js, unchanged since Node 8). If a later
 * version keeps it otherwise, `canJoin` is false and Node sends the parts as usual.
 */
interface Unsent {
  _header?: string | null;
  readonly _headerSent?: boolean;
  readonly _hasBody?: boolean;
  readonly chunkedEncoding?: boolean;
}

function canJoin({ _header, _headerSent, _hasBody, chunkedEncoding }: Unsent): boolean {
  return typeof _header === "string" && _headerSent === false && _hasBody === true && chunkedEncoding === false;
}

/** Node sends the head as Latin-1, in which only ASCII has the bytes of UTF-8. */
const isAscii = (text: string) => Buffer.byteLength(text) === text.length;

/**
 * A new ID for a request. Its time is that of the ID of a record that the request creates, from the same clock: so the
 * record is found by it without an index.
 */
export const newRequestId = uuidv7;

/**
 * The caller's ID if it is well-formed, otherwise a new one. Hono's `requestId` gives none to refusals outside the app.
 */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers[requestIdHeader];
  return typeof given === "string" && requestIdPattern.test(given) ? given : newRequestId();
}

function withCors(headers: OutgoingHttpHeaders, cors: Readonly<Record<string, string>>): OutgoingHttpHeaders {
  const vary = [headers["vary"], cors["vary"]].filter((names) => names !== undefined).join(", ");
  return { ...headers, ...cors, vary };
}

/** Marks the first response to a call when it is sent again. */
export const replayedHeader = { "idempotent-replayed": "true" } as const;

/** Runs on a thread of Node's pool. */
const compress = promisify(gzip);

/** A JSON response with this body. */
export function respond(
  asked: Pick<Asked, "req">,
  body: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Response | Promise<Response> {
  return respondText(asked, JSON.stringify(body), status, headers);
}

/**
 * A response with this text, which is JSON. It is a plain Response, whose parts the server adapter writes to the socket
 * unchanged. Headers set through the context would become a Headers object first, which costs more than the rest of the
 * response. Returns a promise only if the response is large enough to be compressed. Hono's `compress` makes a
 * stream of every response, ignores that a caller prefers no encoding, and has no level: zlib's default takes much longer.
 */
export function respondText(
  { req }: Pick<Asked, "req">,
  text: string,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Response | Promise<Response> {
  const all = { "content-type": "application/json", ...headers };
  // A character of the string takes at most three bytes in UTF-8.
  const isSmall = text.length * 3 <= plainAnswerBytesMax || Buffer.byteLength(text) <= plainAnswerBytesMax;
  if (isSmall) return new Response(text, { status, headers: all });
  if (!takesGzip(req)) return new Response(text, { status, headers: { ...all, ...packableHeaders } });
  return compress(text, { level: gzipLevel }).then(
    (packed) => new Response(packed, { status, headers: { ...all, ...gzipHeaders } }),
  );
}

/** Responses up to this size are sent uncompressed: gzip would save less than it costs. */
export const plainAnswerBytesMax = 1_024;
/** A higher level takes much longer and saves little: records are mostly IDs, numbers and times. */
export const gzipLevel = 1;
/** For responses above that size: the request header decides whether they are compressed. */
export const packableHeaders = { vary: "Accept-Encoding" } as const;
export const gzipHeaders = { ...packableHeaders, "content-encoding": "gzip" } as const;

/** Whether the caller accepts gzip and does not prefer uncompressed bytes. */
export function takesGzip({ headers: { "accept-encoding": header } }: Pick<IncomingMessage, "headers">): boolean {
  if (header === undefined) return false;
  const accepted = parseAccept(String(header));
  const weightOf = (...names: string[]) => accepted.find(({ type }) => names.includes(type.toLowerCase()))?.q ?? 0;
  const weight = weightOf("gzip", "x-gzip") || weightOf("*");
  return weight > 0 && weight >= weightOf("identity");
}
