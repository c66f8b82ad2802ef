import type { IncomingMessage } from "node:http";
import type { ErrorCode } from "@rewards/domain";
import { createHostNames, type HostOptions } from "@rewards/runtime";
import type { Answer } from "./answer.ts";
import { healthPaths } from "./connections/follow.ts";
import { type FailureLog, refuse } from "./errors.ts";

/** Headers of a request. Node drops those beyond its limit silently, such as an Idempotency-Key: so they are refused. */
export const headersMax = 1_000;

export interface EntranceOptions extends HostOptions {
  /** The origins whose pages may call. */
  readonly corsOrigins: readonly string[];
  readonly logFailure: FailureLog;
}

/** Checks that run before routing: the name by which the request came, and the page that sent it. */
export interface Entrance {
  /** Sets the CORS headers before any response, so that allowed origins can read refusals too. */
  greet(incoming: IncomingMessage, answer: Answer): void;
  /** False if it has already answered, with a refusal or to a preflight. */
  admit(incoming: IncomingMessage, answer: Answer): boolean;
}

export function createEntrance({ corsOrigins, logFailure, ...hostOptions }: EntranceOptions): Entrance {
  const refusalOfHost = createHostCheck(hostOptions);
  const cors = createCors(corsOrigins);
  return {
    greet({ headers }, answer) {
      const given = cors.headersFor(headers.origin);
      if (given) answer.corsHeaders = given;
    },
    admit(incoming, answer) {
      const refusal = refusalOfNumber(incoming) ?? refusalOfHost(incoming) ?? refusalOfSite(incoming, cors);
      if (refusal === undefined) return incoming.method !== "OPTIONS" || !cors.answerPreflight(incoming, answer);
      refuse(refusal, answer, logFailure);
      return false;
    },
  };
}

/** Names and values are separate elements. */
const refusalOfNumber = ({ rawHeaders }: IncomingMessage): ErrorCode | undefined =>
  rawHeaders.length > 2 * headersMax ? "Error_Header_TooLarge" : undefined;

/** Refuses requests that a browser sends for a page of another site, unless that page may call. */
function refusalOfSite(incoming: IncomingMessage, cors: Cors): ErrorCode | undefined {
  const { headers } = incoming;
  if (headers["sec-fetch-site"] !== "cross-site" || cors.isAllowed(headers.origin)) return undefined;
  return isLinkToPage(incoming) ? undefined : "Error_Origin_Refused";
}

const pages: readonly string[] = ["/", "/reference"];

/** A user follows a link: the browser shows them the page, and the linking site cannot read it. */
function isLinkToPage({ method, url = "", headers }: IncomingMessage): boolean {
  return method === "GET" && headers["sec-fetch-mode"] === "navigate" && pages.includes(url.split("?", 1)[0] ?? "");
}

const refusals = { known: undefined, unknown: "Error_Host_Unknown", malformed: "Error_Header_Malformed" } as const;

/**
 * Refuses requests whose Host is not a name of the service, and those with several Hosts or credentials: a proxy may have
 * gone by another one. HTTP/1.0 has no Host: without one, only the health paths are served.
 */
function createHostCheck(options: HostOptions): (incoming: IncomingMessage) => ErrorCode | undefined {
  const judge = createHostNames(options);
  return ({ headers: { host: given }, rawHeaders, httpVersion, url }) => {
    if (given) return hasTwins(rawHeaders) ? "Error_Header_Malformed" : refusals[judge(given)];
    return httpVersion === "1.0" && healthPaths.has(url) ? undefined : "Error_Header_Malformed";
  };
}

/** `headers` has only the first of these. */
const once = ["host", "authorization"];
const lengths = new Set(once.map(({ length }) => length));

function hasTwins(rawHeaders: readonly string[]): boolean {
  const given = new Set<string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    if (!lengths.has(name.length) || !once.includes(name.toLowerCase())) continue;
    if (given.has(name.toLowerCase())) return true;
    given.add(name.toLowerCase());
  }
  return false;
}

/** Response headers that a page may read, in addition to those that every page may. */
const exposed = [
  "x-request-id",
  "idempotent-replayed",
  "rewards-position",
  "etag",
  "location",
  "retry-after",
  "ratelimit",
  "ratelimit-policy",
  "allow",
  "accept-encoding",
  "www-authenticate",
].join(", ");
const methods = "GET, HEAD, POST, PATCH";
/** How long a browser may cache a preflight response, in seconds: the most that Chromium honours. */
const preflightSecondsMax = 7_200;

/** Decides which pages of other origins may call, for browsers. */
interface Cors {
  /** The headers of every response to a page of this origin; undefined if no origin may call. */
  headersFor(origin: string | undefined): Readonly<Record<string, string>> | undefined;
  isAllowed(origin: string | undefined): boolean;
  /** Answers the request if it is a preflight from an origin that may call. Returns whether it did. */
  answerPreflight(incoming: IncomingMessage, answer: Answer): boolean;
}

/**
 * Hono's `cors` sets its headers on answers of the app alone: a page could not read why it was refused before. It also
 * answers preflights of origins that may not call, and every other OPTIONS.
 * @param origins in the form that browsers send: scheme, host and port, in lower case.
 */
function createCors(origins: readonly string[]): Cors {
  const allowed = new Map(
    origins.map((origin) => [
      origin,
      { "access-control-allow-origin": origin, "access-control-expose-headers": exposed, vary: "Origin" },
    ]),
  );
  const others = origins.length === 0 ? undefined : { vary: "Origin" };
  const isAllowed = (origin: string | undefined) => origin !== undefined && allowed.has(origin);
  return {
    headersFor: (origin) => (origin === undefined ? others : (allowed.get(origin) ?? others)),
    isAllowed,
    answerPreflight({ method, headers }, answer) {
      if (method !== "OPTIONS" || !headers["access-control-request-method"] || !isAllowed(headers.origin)) return false;
      const asked = headers["access-control-request-headers"];
      answer
        .writeHead(204, {
          "access-control-allow-methods": methods,
          // Allows all requested headers: the service ignores those it does not know.
          ...(asked !== undefined && { "access-control-allow-headers": asked }),
          "access-control-max-age": String(preflightSecondsMax),
          vary: "Access-Control-Request-Headers",
        })
        .end();
      return true;
    },
  };
}
