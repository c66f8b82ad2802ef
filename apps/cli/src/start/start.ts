import { openForeground } from "@rewards/embedded";
import { issuerOf, loadConfig, providerOf, refuseOpenConsole, refuseOpenService } from "@rewards/runtime";
import type { Command } from "commander";
import { startConfig } from "../config.ts";
import { checkout } from "../database.ts";
import { migrate } from "../migrate.ts";
import type { ProgramOptions } from "../terminal.ts";
import { describeStart } from "./banner.ts";

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

/** `rewards start` */
export function addStart(program: Command, options: ProgramOptions): void {
  program
    .command("start")
    .description("run the whole service on this machine: Postgres, queue, API, workers, console")
    .option("-v, --verbose", "print every log line, not only warnings and errors")
    .addHelpText("after", startHelp)
    .action(({ verbose }: { verbose?: true }) => start(options, verbose === true));
}

/** Starts the service and runs it until a signal. If it does not start, it stops everything again and rejects. */
async function start({ env, folder, print }: ProgramOptions, isVerbose: boolean): Promise<void> {
  const config = loadConfig(startConfig, env);
  refuseOpenService(config);
  refuseOpenConsole(config);
  issuerOf(config);
  providerOf(config);
  const { DATA_DIR: dataDir = checkout.dataDir, WORKERS: workers } = config;
  const startedAtMs = performance.now();
  const foreground = openForeground(print);
  print("Starting ... (the first time takes a few seconds longer)");
  try {
    const service = await foreground.start({
      ...{ config, env, isVerbose, dataDir, workers, scripts: checkout.scripts },
      migrate: (urls) => migrate(urls, () => undefined),
    });
    void service.failure.then((error) => {
      print(`${error.message}\nThe whole log: ${service.logFile}`);
      foreground.exitCode = 1;
      void foreground.end();
    });
    const isDatabaseGiven = config.DATABASE_URL !== undefined;
    const isAuthRequired = config.AUTH === "required";
    const tookMs = performance.now() - startedAtMs;
    print(describeStart({ service, dataDir, workers, isDatabaseGiven, isAuthRequired, tookMs, folder }));
  } catch (error) {
    // The stop ends an aborted start.
    if (!foreground.signal.aborted) throw error;
  }
}
