import { remedyOfQueue } from "./fault.ts";

/** The part of a pino logger that this package uses. */
export interface QueueLogger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** At most one line per this time, ms: a queue that is away fails many times a second. */
const sampleEveryMs = 5_000;

/**
 * Returns a function that logs the first failure at once and then at most one in 5 s,
 * with the number of failures since the line before.
 */
export function createSampledWarn(logger: QueueLogger, message: string): (fields: object) => void {
  let loggedAtMs = Number.NEGATIVE_INFINITY;
  let count = 0;
  return (fields) => {
    count++;
    const nowMs = performance.now();
    if (nowMs - loggedAtMs < sampleEveryMs) return;
    loggedAtMs = nowMs;
    logger.warn({ ...fields, count }, message);
    count = 0;
  };
}

const ofConnections = new WeakMap<QueueLogger, (fields: object) => void>();

/** Warns of an error, with its remedy. One for all connections with the same logger: a server that is away fails each. */
export function connectionWarn(logger: QueueLogger): (err: unknown, fields?: object) => void {
  const warn = ofConnections.get(logger) ?? createSampledWarn(logger, "queue connection failed");
  ofConnections.set(logger, warn);
  return (err, fields) => warn({ err, ...fields, remedy: remedyOfQueue(err) });
}
