import { AppError, type ErrorCode } from "@rewards/domain";

/** Refusals that may only mean that the replica is behind. */
const stale: readonly ErrorCode[] = ["Error_Object_Unknown", "Error_Object_Archived", "Error_Status_Illegal"];

/**
 * Whether a read that failed on a replica is asked again on the primary: the replica was away or behind, or cancelled the
 * statement in favour of its replay. A wrong call is wrong there too.
 */
export function mustAskPrimary(error: unknown): boolean {
  return !(error instanceof AppError) || error.status >= 500 || stale.includes(error.code);
}
