import { AppError, errorTable } from "@rewards/domain";
import { ServiceError } from "@rewards/embedded";
import { ConfigError } from "@rewards/runtime";

/** A command failed. The message is complete and meant for the person at the terminal. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** The text of an error for the terminal: the message if it was written for people, otherwise the stack. */
export function describeError(error: unknown): string {
  if (error instanceof CommandError || error instanceof ServiceError || error instanceof ConfigError) {
    return error.message;
  }
  if (error instanceof AppError) {
    return error.details.map(({ code, text = errorTable[code][3] }) => `${text} (${code})`).join("\n");
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
