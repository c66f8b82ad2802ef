import { codeOf } from "@rewards/db";
import { asAppError } from "../errors.ts";
import type { ReadOutcome } from "./read.call.ts";

/** An error as a thread sends it. */
export function refusalOf(thrown: unknown): ReadOutcome {
  const { code, details, cause } = asAppError(thrown);
  const causeCode = codeOf(cause);
  return { refused: code, details, ...(cause instanceof Error && { cause, causeCode }) };
}
