import { basename, dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { serviceSettings } from "@rewards/runtime";
import { type ChoosePortOptions, choosePort, describeOtherPort, findFreePort, listeners, tryPort } from "../port.ts";
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
type ServiceScripts = Readonly<Record<ProcessKind, string>>;

/**
 * The folders of data, and the scripts of the same build as an app's module: compiled, as `npm run dev` runs them, or
 * bundled. Relative to the module, not to the current folder.
 * @param url of a module in the first folder of its app, or in its build
 */
export function checkoutOf(url: string) {
  const locate = (path: string) => fileURLToPath(new URL(`../../../${path}`, url));
  const build = basename(dirname(fileURLToPath(url))) === "dist" ? "dist" : "bundle";
  const script = (kind: ProcessKind) => locate(`apps/${kind}/${build}/main.js`);
  const scripts: ServiceScripts = { api: script("api"), worker: script("worker"), console: script("console") };
  return { dataDir: locate(".data"), demoDataDir: locate(".data/demo"), scripts };
}

/** The settings of the whole service. */
export type ServiceConfig = ReturnType<typeof serviceSettings.parse>;

/** What a service starts. */
export interface ProcessesOptions {
  /** API and console have another port where the default one is taken, and none is set. */
  readonly config: ServiceConfig;
  readonly workers: number;
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
  readonly consoleUrl: string;
  /** Where each process answers with its metrics. */
  readonly metricsUrls: readonly string[];
  stop(): Promise<void>;
  /** Kills everything without waiting; the next start recovers. */
  kill(): void;
}

type ListenerPlace = Omit<ChoosePortOptions, "waitMsMax">;

/** Where API and console shall listen. */
export const listenersOf = (config: ServiceConfig) =>
  ({
    api: { kind: "api", host: config.HOST, port: config.PORT },
    console: { kind: "console", host: config.CONSOLE_HOST, port: config.CONSOLE_PORT },
  }) as const satisfies Record<string, ListenerPlace>;

/** Starts the API, the workers and the console, each as a separate process, and restarts them when they end. */
export async function startProcesses(options: StartProcessesOptions): Promise<ServiceProcesses> {
  const names = Array.from({ length: options.workers }, (_, index) =>
    options.workers === 1 ? "worker" : `worker ${index + 1}`,
  );
  const started = await Promise.allSettled([
    ...startListeners(options),
    ...names.map((name) => startSupervised(name, "worker", () => ({}), options)),
  ]);
  const processes = started.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  const stop = async (): Promise<void> => {
    await Promise.all(processes.map((process) => process.stop(stopWaitMsMax)));
  };
  const failed = started.find((result) => result.status === "rejected");
  const [url, consoleUrl] = processes.map((process) => process.url);
  if (failed || url === undefined || consoleUrl === undefined) {
    await stop();
    throw failed?.reason ?? new Error("A process did not say where it listens.");
  }
  return {
    url,
    consoleUrl,
    metricsUrls: processes.flatMap((process) => process.metricsUrl ?? []),
    stop,
    kill: () => {
      for (const process of processes) process.kill();
    },
  };
}

/** The API links the console and the console calls the API, so the console's port is chosen before either starts. */
function startListeners(options: StartProcessesOptions): [api: Promise<Supervised>, console: Promise<Supervised>] {
  const places = listenersOf(options.config);
  const port = choosePort({ ...places.console, waitMsMax: 0 }).then((one) => one || findFreePort(places.console.host));
  const startApi = async () => {
    const { STOP_GRACE_MS = String(stopGraceMs) } = options.env;
    const CONSOLE_URL = options.env["CONSOLE_URL"] || formatUrl(places.console.host, await port);
    return startListener(places.api, { STOP_GRACE_MS, CONSOLE_URL }, options);
  };
  const api = startApi();
  const startConsole = async () =>
    startListener(places.console, { REWARDS_URL: (await api).url ?? "" }, options, await port);
  return [api, startConsole()];
}

const formatUrl = (host: string, port: number) => `http://${host.includes(":") ? `[${host}]` : host}:${port}`;

/** Tries again if another program took the port after the check. @param chosen the port to try first. */
async function startListener(
  place: ListenerPlace,
  more: Readonly<Record<string, string>>,
  options: StartProcessesOptions,
  chosen?: number,
): Promise<Supervised> {
  const { kind, host } = place;
  const { hostSetting, portSetting } = listeners[kind];
  for (let tries = 1; ; tries += 1) {
    const port = tries === 1 && chosen !== undefined ? chosen : await choosePort({ ...place, waitMsMax: 0 });
    // A restart must use the same port.
    let bound = port;
    const envOf = () => ({ ...more, [hostSetting]: host, [portSetting]: String(bound) });
    try {
      const started = await startSupervised(kind, kind, envOf, options);
      bound = Number(new URL(started.url ?? "").port || port);
      const otherPort = describeOtherPort(place, bound);
      if (otherPort !== undefined) options.notify(otherPort);
      return started;
    } catch (error) {
      if (port === 0 || tries === portTriesMax || (await tryPort(host, port)) === undefined) throw error;
    }
  }
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
