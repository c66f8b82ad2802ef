import { codeOf } from "@rewards/db";
import { AppError } from "@rewards/domain";
import { createLineBudget, type Logger } from "@rewards/runtime";
import type { Subject } from "./answer.ts";

interface Failure {
  readonly error: AppError;
  readonly thrown: unknown;
  /** The request ID in the response. */
  readonly requestId: string;
  /** The record of a refused create, if its key is known and well-formed. */
  readonly subject?: Subject | undefined;
  /** The ID of its trace, if the process traces. */
  readonly trace?: string | undefined;
}

/**
 * Logs every refusal with its request ID: our own faults as an error with the cause, callers' mistakes as one short
 * line. The log never contains what the caller sent, except a well-formed request ID,
 * and the ExternalID of a sale or redemption.
 */
export type FailureLog = (failure: Failure) => void;

/** Overload and callers' mistakes must not log a line per request. Lines report how many were held back. */
const unavailableLines = { linesMax: 1, everyMs: 5_000 };
const refusedLines = { linesMax: 100, everyMs: 20 };

export function createFailureLog(logger: Pick<Logger, "error" | "info">): FailureLog {
  const unavailable = createLineBudget(unavailableLines);
  const refused = createLineBudget(refusedLines);

  function logFault({ error, thrown, requestId, subject, trace }: Failure, unlogged: number | undefined): void {
    const cause = codeOf(thrown instanceof AppError ? thrown.cause : thrown) || undefined;
    logger.error({ requestId, trace, ...subject, code: error.code, cause, err: thrown, unlogged }, "request failed");
  }

  return (failure) => {
    const { error, requestId, subject, trace } = failure;
    if (error.status >= 500 && error.status !== 503) return logFault(failure, undefined);
    const unavailableBefore = error.status === 503 ? unavailable.take() : undefined;
    if (unavailableBefore !== undefined) return logFault(failure, unavailableBefore);
    const unlogged = refused.take();
    if (unlogged === undefined) return;
    logger.info({ requestId, trace, ...subject, code: error.code, status: error.status, unlogged }, "request refused");
  };
}
