import { type DestinationStream, type Logger, destination as openDestination, pino, stdSerializers } from "pino";

export type { Logger } from "pino";

export interface LoggerOptions {
  /** The process's name, in every line. */
  name: string;
  level: string;
  /** Where lines go: standard output, unless told. */
  destination?: DestinationStream;
}

/**
 * One JSON line an event. Errors go under `err` (or `error`) and keep type, message, stack and cause.
 *
 * No personal data is logged: records are named by their IDs, never by names, addresses or bodies.
 * So nothing is redacted here; whoever logs a record logs its ID.
 */
export function createLogger({ name, level, destination }: LoggerOptions): Logger {
  return pino(
    {
      name,
      level,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      serializers: { err: stdSerializers.errWithCause, error: stdSerializers.errWithCause },
    },
    // Synchronous, so that the last line before an exit is not lost; lines are few, requests are sampled.
    destination ?? openDestination({ fd: 1, sync: true }),
  );
}
