import { setFlagsFromString } from "node:v8";
import { ConfigError } from "./config.ts";
import { ListenError } from "./listen.ts";
import { createLogger, type Logger } from "./logger.ts";
import { writeFitting } from "./text.ts";
import type { Tracing, TracingOptions } from "./tracing.ts";

/** The parts of the process that `runMain` uses; an argument, so that tests can replace them. */
export interface MainIo {
  writeError(line: string): void;
  exit(code: number): void;
  logger: Pick<Logger, "fatal">;
}

/**
 * Runs a process's main function. It resolves when the process is up; its servers then keep the process alive. A wrong
 * configuration is one line on standard error and a taken port one log line, since the operator can repair both;
 * anything else that stops the start is logged with its stack. All exit 1.
 */
export async function runMain(name: string, main: () => Promise<void>, io: MainIo = processIo(name)): Promise<void> {
  try {
    await main();
  } catch (error) {
    if (error instanceof ConfigError) io.writeError(`${name}: ${error.message}`);
    else if (error instanceof ListenError) {
      const { host, port, code, message } = error;
      io.logger.fatal({ host, port, code }, message);
    } else io.logger.fatal({ err: error }, "start failed");
    io.exit(1);
  }
}

function processIo(name: string): MainIo {
  return {
    writeError: (line) => writeFitting(process.stderr, line),
    exit: (code) => process.exit(code),
    logger: createLogger({ name, level: "info" }),
  };
}

/** Where a process listens. */
export interface ReadyPlaces {
  readonly url?: string;
  readonly metricsUrl?: string | undefined;
}

/** Reports over IPC to the parent that this process serves now, and where; does nothing without such a parent. */
export function notifyReady(places: ReadyPlaces = {}, parent: Pick<NodeJS.Process, "send"> = process): void {
  parent.send?.({ type: "ready", ...places });
}

const growthPercent = 100;

/**
 * Takes two choices from V8 that suit neither process (docs/performance.md).
 *
 * The old generation grows to twice what the last full collection left. V8 would follow the rate of promotion: an API
 * in overload grew to four times what was alive, and a worker collected after every tenth, once a second, on the cores
 * that the API needs.
 *
 * All objects start in the young generation. V8 would allocate in the old one what survived at its first collections.
 * These are small ones after an idle start, so the objects of a single request survived too, and the process then
 * collected the old generation once a second for as long as it ran.
 */
export function fixHeap(): void {
  setFlagsFromString(`--heap-growing-percent=${growthPercent}`);
  setFlagsFromString("--no-allocation-site-pretenuring");
}

/** Loads OpenTelemetry only if there is an endpoint: otherwise tracing costs neither time nor memory. */
export async function openTracing({ name, endpoint, logger }: TracingOptions): Promise<Tracing | undefined> {
  if (endpoint === undefined) return undefined;
  const { createTracing } = await import("./tracing.otel.ts");
  return createTracing({ name, endpoint, logger });
}
