import { createShutdown, describeCause } from "@rewards/runtime";
import { limitRepeats, readLogLine } from "./log.ts";
import { type Service, type StartServiceOptions, startService } from "./start.ts";

/** More than the sum of the bounds of API, workers and servers. */
const stopMsMax = 90_000;
const interruptedTwice = 130;

interface ForegroundOptions extends Omit<StartServiceOptions, "notify" | "onLogLine" | "signal"> {
  /** Prints every log line as well. */
  readonly isVerbose?: boolean;
}

/** The service of a process at a terminal, which runs until a signal. */
export interface Foreground {
  /** Aborted once the stop has begun. */
  readonly signal: AbortSignal;
  /** The exit code of a process that stops in order. */
  exitCode: number;
  /**
   * Starts the service, once. A failed start has stopped everything again.
   * @throws as startService; the signal's reason if the stop has begun meanwhile.
   */
  start(options: ForegroundOptions): Promise<Service>;
  /** Stops the service, if it was started, and ends the process. */
  end(): Promise<void>;
}

/** Stops the service on a signal; a second Ctrl-C kills it. */
export function openForeground(print: (line: string) => void): Foreground {
  const aborting = new AbortController();
  const { signal } = aborting;
  let starting: Promise<Service> | undefined;
  let service: Service | undefined;
  let hasFailed = false;
  const report = ({ err }: { err?: unknown }, message: string): void =>
    print(err === undefined ? message : `${message}: ${describeCause(err)}`);
  const shutdown = createShutdown({
    logger: { info: () => undefined, error: report as never, fatal: report as never },
    deadlineMs: stopMsMax,
    exit: (code) => {
      if (code === interruptedTwice) service?.kill();
      process.exit(code === 0 ? foreground.exitCode : code);
    },
  });
  shutdown.add("service", async () => {
    aborting.abort();
    if (hasFailed) return;
    print("Stopping ...");
    const started = await starting?.catch(() => undefined);
    await started?.stop();
    print("Stopped.");
  });
  shutdown.listen();
  // A terminal that was closed reads no output any more.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  const foreground: Foreground = {
    signal,
    exitCode: 0,
    async start({ isVerbose, ...options }) {
      const { DATABASE_READ_URL } = options.config;
      starting = startService({
        ...options,
        // With its password, which the processes do not get.
        env: { ...options.env, ...(DATABASE_READ_URL && { DATABASE_READ_URL }) },
        notify: (message) => print(`  ${message}`),
        onLogLine: logPrinter(print, isVerbose),
        signal,
      });
      service = await starting.catch((error: unknown) => {
        hasFailed = true;
        throw error;
      });
      signal.throwIfAborted();
      return service;
    },
    end: () => shutdown.start("end"),
  };
  return foreground;
}

/** Shows lines of the log as sentences, each kind at most once in ten seconds; all of them as they are if `isVerbose`. */
function logPrinter(print: (line: string) => void, isVerbose = false): (source: string, line: string) => void {
  const printReadable = limitRepeats(print);
  return (source, line) => {
    if (isVerbose) return print(line);
    const readable = readLogLine(source, line);
    if (readable !== undefined) printReadable(readable);
  };
}

/** Wildcard addresses cannot be connected to; use loopback. */
export function reachableUrl(url: string): string {
  return url.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:");
}
