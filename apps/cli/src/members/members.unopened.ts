import { AppError } from "@rewards/domain";
import { CommandError } from "../error.ts";

/** Prints why personal data cannot be read. The response of an API says less than its log. */
export function showUnopened(error: unknown): never {
  const { cause } = error as { cause?: unknown };
  const isUnopened = error instanceof AppError && error.code === "Error_Service_Unavailable";
  throw isUnopened && cause instanceof Error ? new CommandError(cause.message) : error;
}
