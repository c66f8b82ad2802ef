import type { Call } from "./call.ts";

/** One request and what it was answered; `status` is undefined where no answer came. */
export interface Attempt {
  readonly api: string;
  readonly sentMs: number;
  doneMs: number | undefined;
  status: number | undefined;
  body: unknown;
  lost: string | undefined;
  retryAfter: string | undefined;
  tag: string | undefined;
  /** The answer was taken back by a fault: what it said may have been undone. */
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

/** What every request was answered: the suite's own record, which the database is held against. */
export interface LoadRecord {
  readonly calls: readonly Recorded[];
  begin(call: Call): Recorded;
  /** Opens a request of a call; it is in flight until `doneMs` is set by `done`. */
  send(recorded: Recorded, api: string): Attempt;
  done(attempt: Attempt): void;
  inFlight(): number;
  /** Answers that were sent or came between these times say nothing any more. */
  makeVoid(fromMs: number, toMs: number): void;
}

export function createRecord(): LoadRecord {
  const calls: Recorded[] = [];
  const attempts: Attempt[] = [];
  let flying = 0;
  return {
    calls,
    begin(call) {
      const recorded = { call, attempts: [], readBacks: [] };
      calls.push(recorded);
      return recorded;
    },
    send(recorded, api) {
      const attempt: Attempt = {
        api,
        sentMs: performance.now(),
        doneMs: undefined,
        status: undefined,
        body: undefined,
        lost: undefined,
        retryAfter: undefined,
        tag: undefined,
        isVoid: false,
      };
      recorded.attempts.push(attempt);
      attempts.push(attempt);
      flying += 1;
      return attempt;
    },
    done(attempt) {
      attempt.doneMs = performance.now();
      flying -= 1;
    },
    inFlight: () => flying,
    makeVoid(fromMs, toMs) {
      for (const attempt of attempts)
        if (attempt.sentMs <= toMs && (attempt.doneMs ?? toMs) >= fromMs) attempt.isVoid = true;
    },
  };
}

/** Answered with success, and the answer stands. */
export const isAccepted = (attempt: Attempt) => !attempt.isVoid && (attempt.status === 200 || attempt.status === 201);
/** The code of a refusal; empty where there is none. */
export function codeOf(attempt: Attempt): string {
  const body = attempt.body as { errorDetails?: { message?: string }[] } | undefined;
  return body?.errorDetails?.[0]?.message ?? "";
}

/** Nothing of it was begun: the one 503 that says so. */
const isTurnedAway = (attempt: Attempt) => attempt.status === 503 && codeOf(attempt) === "Error_Service_Overloaded";

/** It may have taken effect or not: no answer, a 503 of a service that is away, or an answer that was taken back. */
export const isUnknown = (attempt: Attempt) =>
  attempt.isVoid || attempt.status === undefined || (attempt.status === 503 && !isTurnedAway(attempt));
/** Answered that it has no effect. */
export const isRefused = (attempt: Attempt) => !isAccepted(attempt) && !isUnknown(attempt);
