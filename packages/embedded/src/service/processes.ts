import { basename, dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type ChoosePortOptions, choosePort, describeOtherPort } from "../port.ts";
import { type StartedProcess, startServiceProcess } from "../process/start.ts";
import { environmentOf, type ProcessKind } from "./environment.ts";
import { readLogLine, ServiceError, type ServiceLog } from "./log.ts";
import { type Supervised, superviseProcess } from "./supervise.ts";

/** A little more than the deadline that the API and the workers set themselves. */
const stopWaitMsMax = 11_000;
/** No balancer routes to an embedded service, and a person at the terminal waits for the stop. */
const stopGraceMs = 500;
const portTriesMax = 5;
const tailLinesMax = 10;
const tailWaitMs = 50;

/** Absolute paths of the scripts. */
export type ServiceScripts = Readonly<Record<ProcessKind, string>>;

/**
 * The scripts of the same build as an app's module: compiled, as `npm run dev` runs them, or bundled.
 * @param url of a module in the first folder of its app
 */
export function scriptsOf(url: string): ServiceScripts {
  const build = basename(dirname(fileURLToPath(url))) === "dist" ? "dist" : "bundle";
  const script = (kind: ProcessKind) => fileURLToPath(new URL(`../../${kind}/${build}/main.js`, url));
  return { api: script("api"), worker: script("worker"), console: script("console") };
}

/** Where a console listens. */
interface ConsolePlace {
  readonly host: string;
  /** 0 for any; undefined for 3030, or another where that is taken. */
  readonly port?: number | undefined;
}

/** What a service starts, and where. */
export interface ProcessesOptions {
  readonly host: string;
  /** The port to listen on, 0 for any; undefined for 3000, or another where that is taken. */
  readonly port?: number | undefined;
  readonly workers: number;
  /** Where the console listens. If unset, no console is started. */
  readonly console?: ConsolePlace | undefined;
  readonly scripts: ServiceScripts;
  /** Each process gets the settings that it reads; the URLs, hosts and ports are added. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Receives messages for the person at the terminal. */
  readonly notify: (message: string) => void;
  /** Receives each line that the processes log; the log file gets it too. */
  readonly onLogLine: (source: string, line: string) => void;
  /** Ends restarts and notices. */
  readonly signal: AbortSignal;
}

interface StartProcessesOptions extends ProcessesOptions {
  /** Each process has its own role. */
  readonly serversOf: (kind: ProcessKind) => { readonly databaseUrl: string; readonly queueUrl: string };
  readonly log: ServiceLog;
}

export interface ServiceProcesses {
  /** Where the API listens. */
  readonly url: string;
  /** Where the console listens; undefined if no console was started. */
  readonly consoleUrl: string | undefined;
  /** Where each process answers with its metrics. */
  readonly metricsUrls: readonly string[];
  stop(): Promise<void>;
  /** Kills everything without waiting; the next start recovers. */
  kill(): void;
}

/** Starts the API, the workers and the console, each as a separate process, and restarts them when they end. */
export async function startProcesses(options: StartProcessesOptions): Promise<ServiceProcesses> {
  const { console: place } = options;
  const names = Array.from({ length: options.workers }, (_, index) =>
    options.workers === 1 ? "worker" : `worker ${index + 1}`,
  );
  const starting = place && startConsole(place, options);
  const started = await Promise.allSettled([
    startApi(options, starting),
    starting,
    ...names.map((name) => startWorker(name, options)),
  ]);
  const processes = started.flatMap((result) => (result.status === "fulfilled" && result.value ? [result.value] : []));
  const stop = async (): Promise<void> => {
    await Promise.all(processes.map((process) => process.stop(stopWaitMsMax)));
  };
  const failed = started.find((result) => result.status === "rejected");
  const url = processes[0]?.url;
  if (failed || url === undefined) {
    await stop();
    throw failed?.reason ?? new Error("The API did not say where it listens.");
  }
  return {
    url,
    consoleUrl: place && processes[1]?.url,
    metricsUrls: processes.flatMap((process) => process.metricsUrl ?? []),
    stop,
    kill: () => {
      for (const process of processes) process.kill();
    },
  };
}

function startWorker(name: string, options: StartProcessesOptions): Promise<Supervised> {
  return startSupervised(name, "worker", () => ({}), options);
}

/** Waits for the console, whose address the API shows. */
async function startApi(options: StartProcessesOptions, console: Promise<Supervised> | undefined): Promise<Supervised> {
  const { host, port, env } = options;
  const consoleUrl = env["CONSOLE_URL"] || (await console?.catch(() => undefined))?.url;
  const { STOP_GRACE_MS = String(stopGraceMs) } = env;
  const envOf = (bound: string) => ({
    HOST: host,
    PORT: bound,
    STOP_GRACE_MS,
    ...(consoleUrl !== undefined && { CONSOLE_URL: consoleUrl }),
  });
  return startListener({ kind: "api", host, port }, envOf, options);
}

function startConsole({ host, port }: ConsolePlace, options: StartProcessesOptions): Promise<Supervised> {
  const envOf = (bound: string) => ({ CONSOLE_HOST: host, CONSOLE_PORT: bound });
  return startListener({ kind: "console", host, port }, envOf, options);
}

/** Tries again if another program took the port after the check. */
async function startListener(
  place: Omit<ChoosePortOptions, "waitMsMax">,
  envOf: (port: string) => Record<string, string>,
  options: StartProcessesOptions,
): Promise<Supervised> {
  const { kind } = place;
  for (let tries = 1; ; tries += 1) {
    const port = await choosePort({ ...place, waitMsMax: 0 });
    // A restart must use the same port.
    const bound = { port };
    try {
      const started = await startSupervised(kind, kind, () => envOf(String(bound.port)), options);
      bound.port = Number(new URL(started.url ?? "").port || port);
      const otherPort = describeOtherPort(place, bound.port);
      if (otherPort !== undefined) options.notify(otherPort);
      return started;
    } catch (error) {
      if (port === 0 || tries === portTriesMax || (await isFree({ ...place, port }))) throw error;
    }
  }
}

async function isFree(place: Omit<ChoosePortOptions, "waitMsMax">): Promise<boolean> {
  return choosePort({ ...place, waitMsMax: 0 }).then(
    () => true,
    () => false,
  );
}

async function startSupervised(
  name: string,
  kind: ProcessKind,
  ownEnv: () => Record<string, string>,
  options: StartProcessesOptions,
): Promise<Supervised> {
  const { notify, onLogLine, signal } = options;
  const { databaseUrl, queueUrl } = options.serversOf(kind);
  const tail: string[] = [];
  let isUp = false;
  // Any free port, since several processes run here; a restart must use the same one.
  let METRICS_PORT = "0";
  const log = (line: string): void => {
    options.log.write(line);
    if (isUp) onLogLine(name, line);
    else tail.push(line);
    if (tail.length > tailLinesMax) tail.shift();
  };
  const start = (): StartedProcess => {
    const env = { ...environmentOf(kind, options.env), DATABASE_URL: databaseUrl, QUEUE_URL: queueUrl, METRICS_PORT };
    return startServiceProcess({ name, script: options.scripts[kind], env: { ...env, ...ownEnv() }, log });
  };
  try {
    const supervised = await superviseProcess({ start, notify, signal });
    isUp = true;
    METRICS_PORT = new URL(supervised.metricsUrl ?? "http://localhost:0").port;
    for (const line of tail) onLogLine(name, line);
    return supervised;
  } catch (error) {
    // The last output of a process may arrive after its exit.
    await delay(tailWaitMs);
    const said = tail.flatMap((line) => readLogLine(name, line) ?? []);
    throw new ServiceError([(error as Error).message, ...said, `The whole log: ${options.log.file}`].join("\n"));
  }
}
