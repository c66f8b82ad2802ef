import { codeOf } from "@rewards/db";
import { AppError } from "@rewards/domain";
import type { Logger } from "@rewards/runtime";

/** Logs what is our own fault. It never holds what the caller sent. */
export type FailureLog = (failure: { error: AppError; thrown: unknown; requestId: string }) => void;

const unavailableLoggedEveryMs = 5_000;

/** Of answers 503 one in five seconds is logged, with how many there were since: overload must not cost a line a request. */
export function createFailureLog(logger: Pick<Logger, "error">): FailureLog {
  let loggedMs = Number.NEGATIVE_INFINITY;
  let unlogged = 0;
  return ({ error, thrown, requestId }) => {
    const isSampled = error.status === 503;
    if (isSampled && performance.now() - loggedMs < unavailableLoggedEveryMs) {
      unlogged += 1;
      return;
    }
    const fields = {
      requestId,
      code: error.code,
      cause: codeOf(thrown instanceof AppError ? thrown.cause : thrown) || undefined,
      err: thrown,
    };
    logger.error(isSampled ? { ...fields, unlogged } : fields, "request failed");
    if (!isSampled) return;
    loggedMs = performance.now();
    unlogged = 0;
  };
}
