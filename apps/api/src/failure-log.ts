import { codeOf } from "@rewards/db";
import { AppError } from "@rewards/domain";
import type { Logger } from "@rewards/runtime";
import { createLineBudget } from "./line-budget.ts";

interface Failure {
  readonly error: AppError;
  readonly thrown: unknown;
  /** As the answer says it. */
  readonly requestId: string;
}

/**
 * Logs every refusal by its request ID: what is our own fault as an error with its cause, what callers cause as one short
 * line. It never holds what the caller sent, apart from a well-formed request ID.
 */
export type FailureLog = (failure: Failure) => void;

/** Overload and mistaken callers must not cost a line a request; lines say how many were held back. */
const unavailableLines = { linesMax: 1, everyMs: 5_000 };
const refusedLines = { linesMax: 100, everyMs: 20 };

export function createFailureLog(logger: Pick<Logger, "error" | "info">): FailureLog {
  const unavailable = createLineBudget(unavailableLines);
  const refused = createLineBudget(refusedLines);

  function logFault({ error, thrown, requestId }: Failure, unlogged: number | undefined): void {
    const cause = codeOf(thrown instanceof AppError ? thrown.cause : thrown) || undefined;
    logger.error({ requestId, code: error.code, cause, err: thrown, unlogged }, "request failed");
  }

  return (failure) => {
    const { error, requestId } = failure;
    if (error.status >= 500 && error.status !== 503) return logFault(failure, undefined);
    const unavailableBefore = error.status === 503 ? unavailable.take() : undefined;
    if (unavailableBefore !== undefined) return logFault(failure, unavailableBefore);
    const unlogged = refused.take();
    if (unlogged === undefined) return;
    logger.info({ requestId, code: error.code, status: error.status, unlogged }, "request refused");
  };
}
