import type { IncomingMessage } from "node:http";
import type { Answer } from "../answer.ts";

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
export interface Cors {
  /** The headers of every response to a page of this origin; undefined if no origin may call. */
  headersFor(origin: string | undefined): Readonly<Record<string, string>> | undefined;
  isAllowed(origin: string | undefined): boolean;
  /** Answers the request if it is a preflight from an origin that may call. Returns whether it did. */
  answerPreflight(incoming: IncomingMessage, answer: Answer): boolean;
}

/** @param origins in the form that browsers send: scheme, host and port, in lower case. */
export function createCors(origins: readonly string[]): Cors {
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
