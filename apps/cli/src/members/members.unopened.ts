import { AppError } from "@rewards/domain";
import { CommandError } from "../error.ts";

/** Shows the reason, which only the log of an API has, if personal data cannot be read. */
export function showUnopened(error: unknown): never {
  const { cause } = error as { cause?: unknown };
  const isUnopened = error instanceof AppError && error.code === "Error_Service_Unavailable";
  throw isUnopened && cause instanceof Error ? new CommandError(cause.message) : error;
}
