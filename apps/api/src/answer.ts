import { randomUUID } from "node:crypto";
import { type IncomingMessage, type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from "node:http";

export const requestIdHeader = "x-request-id";
const requestIdPattern = /^[A-Za-z0-9._-]{1,64}$/;

/** Browsers neither guess another type nor keep the answer; files set a `cache-control` that suits them. */
export const headersOfAll = { "x-content-type-options": "nosniff", "cache-control": "no-store" } as const;

/** What answers need to know of their request. */
export interface Asked {
  readonly requestId: string;
  readonly req: Pick<IncomingMessage, "headers">;
}

/**
 * The server's answer to one request. Every answer goes through `writeHead`, a refusal that the app never sees too, so
 * this is the one place that adds what all of them carry. Cheaper than headers set one by one: Node writes a plain object
 * as it is.
 */
export class Answer extends ServerResponse<IncomingMessage> {
  /**
   * For the page of another origin that may call, set before the request is looked at any further. Declared alone: a field
   * that the class defines on each answer costs several microseconds.
   */
  declare corsHeaders: Readonly<Record<string, string>> | undefined;
  declare private id: string | undefined;

  get requestId(): string {
    this.id ??= requestIdOf(this.req);
    return this.id;
  }

  override writeHead(status: number, reasonOrHeaders?: string | OutgoingHttpHeaders | OutgoingHttpHeader[]): this {
    // Nobody here gives a reason phrase or a list.
    const given = typeof reasonOrHeaders === "object" ? (reasonOrHeaders as OutgoingHttpHeaders) : undefined;
    // Every answer brings an object of its own; a copy would cost more than all that is added.
    const headers = given ?? {};
    headers[requestIdHeader] ??= this.requestId;
    for (const name in headersOfAll) headers[name] ??= headersOfAll[name as keyof typeof headersOfAll];
    return super.writeHead(status, this.corsHeaders ? withCors(headers, this.corsHeaders) : headers);
  }
}

/** The caller's own where it is well-formed, otherwise a new UUID. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers[requestIdHeader];
  return typeof given === "string" && requestIdPattern.test(given) ? given : randomUUID();
}

function withCors(headers: OutgoingHttpHeaders, cors: Readonly<Record<string, string>>): OutgoingHttpHeaders {
  const vary = [headers["vary"], cors["vary"]].filter((names) => names !== undefined).join(", ");
  return { ...headers, ...cors, vary };
}
