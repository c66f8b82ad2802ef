import { type DestinationStream, type Logger, destination as openDestination, pino, stdSerializers } from "pino";

export type { Logger } from "pino";

export interface LoggerOptions {
  /** The name of the process, in every line. */
  name: string;
  level: string;
  /** Where lines go: by default standard output. */
  destination?: DestinationStream;
}

/**
 * One JSON line an event. Errors go under `err` (or `error`) and keep type, message, stack and cause.
 *
 * No personal data is logged: records are named by their IDs, never by names, addresses or bodies.
 * Whoever logs a record logs its ID. Of errors, the fields in which servers repeat rows, values and passwords are left out.
 */
export function createLogger({ name, level, destination }: LoggerOptions): Logger {
  return pino(
    {
      name,
      level,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      serializers: { err: showError, error: showError },
    },
    // Synchronous, so that the last line before an exit is not lost; lines are few, requests are sampled.
    destination ?? openDestination({ fd: 1, sync: true }),
  );
}

/** Where servers and their drivers put rows, values and statements into an error; a Redis command holds its password. */
const fieldsWithValues = new Set(["detail", "where", "query", "parameters", "params", "args", "command"]);
/** The user and password of a URL, wherever a message repeats one. */
const credentials = /:\/\/[^\s/@]*@/g;

/** A certificate in an error names its issuer, which names itself: what is deeper is left out. */
const depthMax = 8;

function showError(error: unknown): unknown {
  return error instanceof Error ? withoutValues(stdSerializers.errWithCause(error), 0) : error;
}

function withoutValues(shown: object, depth: number): object {
  const kept = Object.entries(shown).filter(([name]) => !fieldsWithValues.has(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, withoutSecrets(value, depth + 1)]));
}

function withoutSecrets(value: unknown, depth: number): unknown {
  if (typeof value === "string") return value.replace(credentials, "://");
  if (!(value instanceof Object)) return value;
  if (depth > depthMax || ArrayBuffer.isView(value)) return undefined;
  return Array.isArray(value) ? value.map((one) => withoutSecrets(one, depth + 1)) : withoutValues(value, depth);
}

/**
 * Redirects the console output of libraries to the logger, as debug: such lines are not JSON, and the service logs the same
 * warnings itself, once and with a remedy.
 */
export function redirectConsole(logger: Pick<Logger, "debug">, target: Pick<Console, "warn"> = console): void {
  target.warn = (...parts: unknown[]) => logger.debug({ text: parts.map(String).join(" ") }, "console");
}
