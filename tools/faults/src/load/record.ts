import type { Call } from "./call.ts";

/** One request and its answer; `status` is undefined if no answer came. */
export interface Attempt {
  readonly api: string;
  readonly sentMs: number;
  /** When the answer came, or the client gave up; undefined while it waits. */
  doneMs?: number;
  status?: number;
  body?: unknown;
  /** Why no answer came. */
  lost?: string;
  retryAfter?: string | undefined;
  tag?: string | undefined;
  /** A fault revoked the answer: what it confirmed may have been undone. */
  isVoid: boolean;
}

/** A read right after an answered write, and whether it showed the write. */
export interface ReadBack {
  readonly attempt: Attempt;
  readonly saw: unknown;
  readonly isShown: boolean;
}

export interface Recorded {
  readonly call: Call;
  readonly attempts: Attempt[];
  readonly readBacks: ReadBack[];
}

/** The suite's record of every answer, which is compared with the database. */
export class LoadRecord {
  readonly calls: Recorded[] = [];
  /** Requests without an answer so far. */
  readonly inFlight = new Set<Attempt>();

  begin(call: Call): Recorded {
    const recorded = { call, attempts: [], readBacks: [] };
    this.calls.push(recorded);
    return recorded;
  }

  /** Opens a request of a call; it is in flight until `done`. */
  send({ attempts }: Recorded, api: string): Attempt {
    const attempt = { api, sentMs: performance.now(), isVoid: false };
    attempts.push(attempt);
    this.inFlight.add(attempt);
    return attempt;
  }

  done(attempt: Attempt, how: Partial<Attempt>): void {
    Object.assign(attempt, how, { doneMs: performance.now() });
    this.inFlight.delete(attempt);
  }

  /** Answers sent or received in this period no longer count. */
  makeVoid(fromMs: number, toMs: number): void {
    for (const attempt of this.calls.flatMap(({ attempts }) => attempts))
      if (attempt.sentMs <= toMs && (attempt.doneMs ?? toMs) >= fromMs) attempt.isVoid = true;
  }
}

/** The requests of sales, over one API if given. */
export const salesOver = ({ calls }: LoadRecord, api?: string): Attempt[] =>
  calls
    .filter(({ call }) => call.kind === "sale")
    .flatMap(({ attempts }) => attempts.filter((one) => api === undefined || one.api === api));

/** A request without an answer is never done. */
export const doneMsOf = ({ doneMs }: Attempt) => doneMs ?? Number.POSITIVE_INFINITY;

/** Answered with success and not revoked. */
export const isAccepted = (attempt: Attempt) => !attempt.isVoid && (attempt.status === 200 || attempt.status === 201);
/** The error code in the answer; empty if the answer is no error. */
export function codeOf(attempt: Attempt): string {
  const body = attempt.body as { errorDetails?: { message?: string }[] } | undefined;
  return body?.errorDetails?.[0]?.message ?? "";
}

/** The one 503 that says that the service did not start the request. */
const isTurnedAway = (attempt: Attempt) => attempt.status === 503 && codeOf(attempt) === "Error_Service_Overloaded";

/** It may have taken effect: no answer, a 503 of an unavailable service, or a revoked answer. */
export const isUnknown = (attempt: Attempt) =>
  attempt.isVoid || attempt.status === undefined || (attempt.status === 503 && !isTurnedAway(attempt));
/** Answered that it has no effect. */
export const isRefused = (attempt: Attempt) => !isAccepted(attempt) && !isUnknown(attempt);
