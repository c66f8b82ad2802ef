import type { IncomingMessage } from "node:http";
import type { ErrorCode } from "@rewards/domain";
import type { HostOptions } from "@rewards/runtime";
import type { Answer } from "../answer.ts";
import { refuse } from "../errors.ts";
import type { FailureLog } from "../failure-log.ts";
import { type Cors, createCors } from "./cors.ts";
import { createHostCheck } from "./host.ts";

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
