import { AppError } from "@rewards/domain";
import { DrizzleQueryError } from "drizzle-orm";
import { codeOf, queryCanceled } from "../fault.ts";

/**
 * Drizzle's own error repeats the parameters in its message, which would be logged; its cause does not.
 * @throws AppError 503 for a statement that Postgres cancelled at the timeout of its session, which goes on with the next.
 */
export function rethrowPlain(error: unknown): never {
  const plain = error instanceof DrizzleQueryError && error.cause ? error.cause : error;
  if (codeOf(plain) === queryCanceled) throw new AppError("Error_DataView_Timeout", undefined, { cause: plain });
  throw plain;
}
