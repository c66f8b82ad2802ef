import { limitRepeats, readLogLine, type Service, startService } from "@rewards/embedded";
import {
  createShutdown,
  describeCause,
  issuerOf,
  loadConfig,
  providerOf,
  refuseOpenConsole,
  refuseOpenService,
  type Shutdown,
} from "@rewards/runtime";
import type { Command } from "commander";
import type { z } from "zod";
import { dataDirDefault, scripts } from "../checkout.ts";
import { startConfig } from "../config.ts";
import { migrate } from "../migrate.ts";
import type { ProgramOptions } from "../terminal.ts";
import { describeStart } from "./banner.ts";

/** More than the sum of the bounds of API, workers and servers. */
const stopMsMax = 90_000;
const interruptedTwice = 130;

const startHelp = `
Environment (all optional):
  PORT            port of the API; by default 3000, or a free port if 3000 is
                  taken
  HOST            address to listen on (default: 127.0.0.1)
  HOSTS           names that callers may use for the service, besides those of
                  loopback, separated by commas
  CORS_ORIGINS    origins whose pages may call, such as https://shop.example,
                  separated by commas
  CONSOLE_PORT    port of the console; by default 3030, or another like PORT
  CONSOLE_HOST    its address to listen on (default: 127.0.0.1)
  WORKERS         number of worker processes (default: 1)
  DATA_DIR        folder for data and log (default: .data in the checkout)
  DATABASE_URL    postgres://... to use instead of the embedded Postgres
  QUEUE_URL       redis://... or postgres://... to use instead of the embedded
                  queue
  LOG_LEVEL       what goes to the log file: fatal, error, warn, info (default),
                  debug, trace or silent
  AUTH            none (default), or required: callers need a credential, and
                  users of the console log in
  OPERATOR_TOKEN  admits operators at /ops; make one with: openssl rand -hex 32
  EXTRA_API_ROOT  a second path that serves the API, such as
                  /prweb/api/application/v2
and every other setting of API, worker and console but METRICS_PORT (they get
free ports): docs/configuration.md lists them`;

interface StartOptions {
  readonly config: z.output<typeof startConfig>;
  /** The environment that the API and the workers get. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Prints every log line as well. */
  readonly isVerbose: boolean;
  readonly folder: string;
  readonly print: (line: string) => void;
}

/** `rewards start` */
export function addStart(program: Command, { env, folder, print }: ProgramOptions): void {
  program
    .command("start")
    .description("run the whole service on this machine: Postgres, queue, API, workers, console")
    .option("-v, --verbose", "print every log line, not only warnings and errors")
    .addHelpText("after", startHelp)
    .action(async ({ verbose }: { verbose?: true }) => {
      const config = loadConfig(startConfig, env);
      refuseOpenService(config);
      refuseOpenConsole(config);
      issuerOf(config);
      providerOf(config);
      await start({ config, env, isVerbose: verbose === true, folder, print });
    });
}

/** Starts the service and runs it until a signal. If it does not start, it stops everything again and rejects. */
async function start(options: StartOptions): Promise<void> {
  const { config, print } = options;
  const startedAtMs = performance.now();
  const aborting = new AbortController();
  const held: { starting?: Promise<Service>; service?: Service; code: number } = { code: 0 };
  const shutdown = createStartShutdown(print, held);
  shutdown.add("service", async () => {
    aborting.abort();
    print("Stopping ...");
    const service = await held.starting?.catch(() => undefined);
    await service?.stop();
    print("Stopped.");
  });
  listen(shutdown);
  print("Starting ... (the first time takes a few seconds longer)");
  held.starting = startFrom(options, aborting.signal);
  try {
    held.service = await held.starting;
  } catch (error) {
    // The shutdown ends an aborted start.
    if (aborting.signal.aborted) return;
    throw error;
  }
  if (aborting.signal.aborted) return;
  void held.service.failure.then((error) => {
    print(`${error.message}\nThe whole log: ${held.service?.logFile}`);
    held.code = 1;
    void shutdown.start("failed");
  });
  const tookMs = performance.now() - startedAtMs;
  const dataDir = config.DATA_DIR ?? dataDirDefault;
  const isDatabaseGiven = config.DATABASE_URL !== undefined;
  const { service } = held;
  const { WORKERS: workers, AUTH } = config;
  const isAuthRequired = AUTH === "required";
  print(describeStart({ service, dataDir, workers, isDatabaseGiven, isAuthRequired, tookMs, folder: options.folder }));
}

function startFrom({ config, env, isVerbose, print }: StartOptions, signal: AbortSignal): Promise<Service> {
  const printReadable = limitRepeats(print);
  return startService({
    dataDir: config.DATA_DIR ?? dataDirDefault,
    databaseUrl: config.DATABASE_URL,
    queueUrl: config.QUEUE_URL,
    path: config.PATH,
    host: config.HOST,
    port: config.PORT,
    workers: config.WORKERS,
    console: { host: config.CONSOLE_HOST, port: config.CONSOLE_PORT },
    scripts,
    // With its password, which the processes do not get.
    env: { ...env, ...(config.DATABASE_READ_URL && { DATABASE_READ_URL: config.DATABASE_READ_URL }) },
    migrate: (urls) => migrate(urls, () => undefined),
    notify: (message) => print(`  ${message}`),
    onLogLine: (source, line) => {
      if (isVerbose) return print(line);
      const readable = readLogLine(source, line);
      if (readable !== undefined) printReadable(readable);
    },
    signal,
  });
}

/** `code` is the exit code of a process that stops in order. */
function createStartShutdown(
  print: (line: string) => void,
  held: { readonly service?: Service; readonly code: number },
): Shutdown {
  const report = (fields: { err?: unknown }, message?: string): void => {
    print(`${message ?? ""}${fields.err === undefined ? "" : `: ${describeCause(fields.err)}`}`);
  };
  return createShutdown({
    logger: { info: () => undefined, error: report as never, fatal: report as never },
    deadlineMs: stopMsMax,
    exit: (code) => {
      if (code === interruptedTwice) held.service?.kill();
      process.exit(code === 0 ? held.code : code);
    },
  });
}

function listen(shutdown: Shutdown): void {
  shutdown.listen();
  // The terminal was closed: nobody reads the output any more.
  process.on("SIGHUP", () => void shutdown.start("SIGHUP"));
  process.stdout.on("error", () => undefined);
  process.stderr.on("error", () => undefined);
}
