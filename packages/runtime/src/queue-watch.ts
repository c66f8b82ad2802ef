import type { Logger } from "./logger.ts";
import { createReadiness, type Readiness } from "./readiness.ts";

/** The logger of the parts of a queue. */
type QueueLogger = Pick<Logger, "info" | "warn" | "error">;

export interface QueueWatchOptions<Producer> {
  /** Opens the connection to probe, which logs to the given logger. */
  readonly open: (logger: QueueLogger) => Producer;
  /** What an operator does about an error of the probe. */
  readonly remedyOf: (error: unknown) => string;
  readonly logger: QueueLogger;
}

export interface QueueWatch<Producer> {
  readonly producer: Producer;
  readonly readiness: Readiness;
  /**
   * For all else that connects to the queue. A queue that is away fails every connection to it: that is one line of
   * readiness, with the cause and the remedy. Other failures, while the queue answers, are logged as they come.
   */
  readonly logger: QueueLogger;
}

export function watchQueue<Producer extends { probe(): Promise<string | undefined> }>(
  options: QueueWatchOptions<Producer>,
): QueueWatch<Producer> {
  const { open, remedyOf, logger } = options;
  const quiet: QueueLogger = {
    info: logger.info.bind(logger),
    error: logger.error.bind(logger),
    warn: (fields: object, message?: string) => {
      void readiness.check().then(({ isAnswered }) => isAnswered && logger.warn(fields, message));
    },
  };
  const producer = open(quiet);
  const readiness = createReadiness({
    server: "The queue",
    lines: { lost: "the queue needs mending", back: "the queue is well again" },
    probe: () => producer.probe(),
    remedyOf,
    logger,
  });
  return { producer, readiness, logger: quiet };
}
