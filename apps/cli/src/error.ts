import { AppError, errorTable } from "@rewards/domain";
import { ServiceError } from "@rewards/embedded";
import { ConfigError } from "@rewards/runtime";

/** A command cannot do what it was asked. The message is for the person at the terminal, and complete. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** What the person reads of an error: its message where that was written for them, everything where it is a fault of ours. */
export function describeError(error: unknown): string {
  if (error instanceof CommandError || error instanceof ServiceError || error instanceof ConfigError) {
    return error.message;
  }
  if (error instanceof AppError) {
    return error.details.map(({ code, text = errorTable[code][3] }) => `${text} (${code})`).join("\n");
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Why a server was not reached. A failure to connect to several addresses has its reasons inside. */
export function describeCause(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return describeCause(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  return error.message || (error as NodeJS.ErrnoException).code || error.name;
}

/** Where a URL points to, without the user and the password in it. */
export function describeTarget(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}
