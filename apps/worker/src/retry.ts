import { codeOf, faultKind, lockNotAvailable, queryCanceled, StatusMovedError } from "@rewards/db";

const movedAttemptsMax = 5;
const cutAttemptsMax = 3;

/**
 * Errors of a batch that needs more time than a session has: Postgres cancels its statement, or ends its transaction
 * while this process still computes. The driver then often sees only that the connection is closed.
 */
const cutCodes = new Set([queryCanceled, "25P03", "25P04", "CONNECTION_CLOSED"]);
export const isCut = (error: unknown) => cutCodes.has(codeOf(error));

/**
 * Which errors to retry: without limit while Postgres is unavailable, a few times after a lost race or if cut off. A
 * single record cannot be halved: a closed connection is Postgres' fault then.
 */
export function retriesOf(records: number): (error: unknown) => boolean {
  let cut = 0;
  let moved = 0;
  return (error) => {
    // A session waits 2 s for a row, and as long again behind another waiting session: one wait is enough.
    if (codeOf(error) === lockNotAvailable) return false;
    if (isCut(error) && (records > 1 || codeOf(error) === queryCanceled)) return ++cut < cutAttemptsMax;
    if (error instanceof StatusMovedError) return ++moved < movedAttemptsMax;
    return faultKind(error) === "infrastructure";
  };
}
