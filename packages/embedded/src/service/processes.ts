import { setTimeout as delay } from "node:timers/promises";
import { type StartedProcess, startServiceProcess } from "../process/start.ts";
import { environmentOf, type ProcessKind } from "./environment.ts";
import { ServiceError } from "./error.ts";
import type { ServiceLog } from "./log.ts";
import { choosePort } from "./port.ts";
import { readLogLine } from "./readable.ts";
import { type Supervised, superviseProcess } from "./supervise.ts";

/** A little more than the deadline that the API and the workers set themselves. */
const stopWaitMsMax = 11_000;
/** No balancer routes to an embedded service, and a person at the terminal waits for the stop. */
const stopGraceMs = 500;
const portTriesMax = 5;
const tailLinesMax = 10;
const tailWaitMs = 50;

export interface StartProcessesOptions {
  readonly databaseUrl: string;
  readonly queueUrl: string;
  readonly host: string;
  readonly port?: number | undefined;
  readonly workers: number;
  readonly scripts: { readonly api: string; readonly worker: string };
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly notify: (message: string) => void;
  readonly onLogLine: (source: string, line: string) => void;
  readonly log: ServiceLog;
  /** Ends the restarts. */
  readonly signal: AbortSignal;
}

export interface ServiceProcesses {
  readonly url: string;
  stop(): Promise<void>;
  kill(): void;
}

/** Starts the API and the workers, each as a separate process, and restarts them when they end. */
export async function startProcesses(options: StartProcessesOptions): Promise<ServiceProcesses> {
  const names = Array.from({ length: options.workers }, (_, index) =>
    options.workers === 1 ? "worker" : `worker ${index + 1}`,
  );
  const started = await Promise.allSettled([startApi(options), ...names.map((name) => startWorker(name, options))]);
  const processes = started.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
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
    stop,
    kill: () => {
      for (const process of processes) process.kill();
    },
  };
}

function startWorker(name: string, options: StartProcessesOptions): Promise<Supervised> {
  return startSupervised(name, "worker", () => ({}), options);
}

/** Tries again if another program took the port after the check. */
async function startApi(options: StartProcessesOptions): Promise<Supervised> {
  const { host } = options;
  for (let tries = 1; ; tries += 1) {
    const port = await choosePort({ ...options, waitMsMax: 0 });
    // A restart must use the same port.
    const bound = { port };
    const { STOP_GRACE_MS = String(stopGraceMs) } = options.env;
    const env = () => ({ HOST: host, PORT: String(bound.port), STOP_GRACE_MS });
    try {
      const api = await startSupervised("api", "api", env, options);
      bound.port = Number(new URL(api.url ?? "").port || port);
      return api;
    } catch (error) {
      if (port === 0 || tries === portTriesMax || (await isFree(host, port))) throw error;
    }
  }
}

async function isFree(host: string, port: number): Promise<boolean> {
  return choosePort({ host, port, waitMsMax: 0 }).then(
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
  const { databaseUrl, queueUrl, notify, onLogLine, signal } = options;
  const tail: string[] = [];
  let isUp = false;
  const log = (line: string): void => {
    options.log.write(line);
    if (isUp) onLogLine(name, line);
    else tail.push(line);
    if (tail.length > tailLinesMax) tail.shift();
  };
  const start = (): StartedProcess => {
    const env = { ...environmentOf(kind, options.env), DATABASE_URL: databaseUrl, QUEUE_URL: queueUrl };
    return startServiceProcess({ name, script: options.scripts[kind], env: { ...env, ...ownEnv() }, log });
  };
  try {
    const supervised = await superviseProcess({ start, notify, signal });
    isUp = true;
    for (const line of tail) onLogLine(name, line);
    return supervised;
  } catch (error) {
    // The last output of a process may arrive after its exit.
    await delay(tailWaitMs);
    const said = tail.flatMap((line) => readLogLine(name, line) ?? []);
    throw new ServiceError([(error as Error).message, ...said, `The whole log: ${options.log.file}`].join("\n"));
  }
}
