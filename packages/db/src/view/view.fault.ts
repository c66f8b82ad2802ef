import { DrizzleQueryError } from "drizzle-orm";

/** Drizzle's own error repeats the parameters in its message, which would be logged; its cause does not. */
export function rethrowPlain(error: unknown): never {
  throw error instanceof DrizzleQueryError && error.cause ? error.cause : error;
}
