import { fileURLToPath } from "node:url";
import { processUrlOf, type StartedProcess, type startProcess, startServiceProcess } from "@rewards/embedded";
import { signal } from "./children.ts";

export type App = "api" | "worker";
export type Program = App | "console";

/** The role that a process has in Postgres: its own, or that of commands. */
export type LabRole = "own" | "commands";

/** The script of a program; the path works from this file and from its build. */
export const scriptOf = (app: Program): string =>
  fileURLToPath(new URL(`../../../apps/${app}/bundle/main.js`, import.meta.url));

/** A process as it runs in production. It can be killed, stopped and started again. */
export interface LabProcess {
  readonly app: Program;
  readonly name: string;
  /** The address of an API or a console, unchanged by a restart; empty for a worker. */
  readonly url: string;
  /** Where it answers scrapes; undefined without METRICS_PORT. */
  readonly metricsUrl: string | undefined;
  pid(): number;
  signal(name: NodeJS.Signals): void;
  /** Resolves with the exit code when the process has ended. */
  exited(): Promise<number>;
  /** SIGKILL; resolves when it is gone. */
  kill(): Promise<void>;
  /** SIGTERM, even if the process is halted; resolves with its exit code. */
  stop(): Promise<number>;
  /** Starts the process again after it ended; resolves when it is ready. */
  restart(): Promise<void>;
}

export interface ProcessOptions {
  /** With the role of commands, the process gets the URL of `role`. */
  readonly databaseUrl: string;
  /** The same. */
  readonly queueUrl: string;
  /** Default: own. */
  readonly role?: LabRole | undefined;
  /** The environment that the process inherits. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Overrides the environment that every process of the lab has. */
  readonly moreEnv?: Readonly<Record<string, string>>;
  readonly name?: string;
  /** Default: the product's script. */
  readonly script?: string;
  /** Default: starts with the flags and the environment of the product's processes. */
  readonly start?: typeof startProcess;
  readonly nodeArgs?: readonly string[];
  /** Receives each line of output; default: stdout. */
  readonly log?: (line: string) => void;
  readonly onExit?: (code: number) => void;
}

const stopMsMax = 40_000;
/** Only prevents hanging: a machine under load may take long. */
const readyWaitMsMax = 240_000;
const linesKeptMax = 200;

/** @throws an error with the process's output, if it does not become ready. */
export async function startApp(app: Program, options: ProcessOptions): Promise<LabProcess> {
  const { name = app, log, start = startServiceProcess } = options;
  const lines: string[] = [];
  const keep = (line: string) => {
    if (lines.push(line) > linesKeptMax) lines.shift();
    log?.(line);
  };
  let port = "0";
  const spawn = (): StartedProcess =>
    start({
      name,
      script: options.script ?? scriptOf(app),
      nodeArgs: options.nodeArgs ?? [],
      env: envOf(app, options, port),
      readyWaitMsMax,
      ...(log && { log: keep }),
      ...(options.onExit && { onExit: options.onExit }),
    });
  let child = spawn();
  const { url = "", metricsUrl } = await child.ready.catch(async (cause) => {
    await child.stop(stopMsMax);
    throw new Error(`${name} did not start:\n${lines.join("\n")}`, { cause });
  });
  if (url !== "") port = new URL(url).port;
  const send = (which: NodeJS.Signals) => signal(child.pid as number, which);
  return {
    app,
    name,
    url,
    metricsUrl,
    pid: () => child.pid as number,
    signal: send,
    exited: () => child.exited,
    async kill() {
      send("SIGKILL");
      await child.exited;
    },
    stop() {
      const code = child.stop(stopMsMax);
      send("SIGCONT");
      return code;
    },
    async restart() {
      await child.exited;
      child = spawn();
      await child.ready;
    },
  };
}

const envOf = (app: Program, { env, moreEnv, databaseUrl, queueUrl, role }: ProcessOptions, port: string) => ({
  ...env,
  NODE_ENV: "production",
  LOG_LEVEL: "warn",
  STOP_GRACE_MS: "0",
  ...moreEnv,
  DATABASE_URL: role === "commands" ? databaseUrl : processUrlOf(app, databaseUrl),
  QUEUE_URL: role === "commands" ? queueUrl : processUrlOf(app, queueUrl),
  PORT: port,
  CONSOLE_PORT: port,
});

export interface Processes {
  readonly apis: readonly LabProcess[];
  readonly workers: readonly LabProcess[];
  readonly pids: Readonly<Record<App, readonly number[]>>;
  /** Resolves with the exit codes. */
  stop(): Promise<number[]>;
}

/** Starts the given number of each and waits until all are ready. If one fails, stops the others. */
export async function startProcesses(
  { apis = 1, workers = 1 }: { readonly apis?: number; readonly workers?: number },
  optionsOf: (app: App) => ProcessOptions,
): Promise<Processes> {
  const wanted: App[] = [...Array<App>(apis).fill("api"), ...Array<App>(workers).fill("worker")];
  const started = await startAll(
    wanted.map((app) => startApp(app, optionsOf(app))),
    (one) => one.stop(),
  );
  const of = (app: App) => started.filter((one) => one.app === app);
  return {
    apis: of("api"),
    workers: of("worker"),
    pids: { api: of("api").map((one) => one.pid()), worker: of("worker").map((one) => one.pid()) },
    stop: () => Promise.all(started.map((one) => one.stop())),
  };
}

/** Resolves with all of them. If one fails, calls `end` for the others and throws its failure. */
export async function startAll<T>(starting: readonly Promise<T>[], end: (one: T) => Promise<unknown>): Promise<T[]> {
  const results = await Promise.allSettled(starting);
  const started = results.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const failed = results.find((one) => one.status === "rejected");
  if (!failed) return started;
  await Promise.all(started.map(end));
  throw failed.reason;
}
