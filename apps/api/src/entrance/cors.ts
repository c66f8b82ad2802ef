import type { IncomingMessage } from "node:http";
import type { Answer } from "../answer.ts";

/** What a page may read of an answer beyond what every page may. */
const exposed = [
  "x-request-id",
  "idempotent-replayed",
  "etag",
  "location",
  "retry-after",
  "allow",
  "accept-encoding",
  "www-authenticate",
].join(", ");
const methods = "GET, HEAD, POST, PATCH";
/** How long a browser may keep the answer to its preflight, s: as long as any does. */
const preflightSecondsMax = 7_200;

/** For browsers: which pages of other origins may call. */
export interface Cors {
  /** The headers of every answer to a page of this origin; undefined where no origin may call. */
  headersFor(origin: string | undefined): Readonly<Record<string, string>> | undefined;
  isAllowed(origin: string | undefined): boolean;
  /** Answers where the request is a preflight of an origin that may call. */
  answerPreflight(incoming: IncomingMessage, answer: Answer): boolean;
}

/** @param origins as browsers write them: scheme, host and port, in lower case. */
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
          // All of them: those that the service does not know it passes over.
          ...(asked !== undefined && { "access-control-allow-headers": asked }),
          "access-control-max-age": String(preflightSecondsMax),
          vary: "Access-Control-Request-Headers",
        })
        .end();
      return true;
    },
  };
}
