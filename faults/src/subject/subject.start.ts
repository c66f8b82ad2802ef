import { fileURLToPath } from "node:url";
import { type StartedProcess, startServiceProcess } from "@rewards/embedded";
import type { Rewrite } from "../proxy/frontend.ts";
import { openProxy, type PostgresProxy } from "../proxy/proxy.open.ts";
import { openWay, type QueueWay } from "../proxy/way.open.ts";

type App = "api" | "worker";

/** A process of the product as it runs in production, which can be killed, stopped and started again. */
interface SubjectProcess {
  readonly app: App;
  readonly name: string;
  /** Its own way to Postgres. */
  readonly proxy: PostgresProxy;
  readonly queue: QueueWay;
  /** An API's address, the same after a restart. */
  readonly url: string;
  pid(): number;
  signal(name: NodeJS.Signals): void;
  /** SIGKILL; resolves when it is gone. */
  kill(): Promise<void>;
  /** SIGTERM; resolves with its exit code. */
  terminate(): Promise<number>;
  /** Starts it again after it ended; resolves when it is ready. */
  restart(): Promise<void>;
}

export interface SubjectOptions {
  readonly databaseUrl: string;
  readonly queueUrl: string;
  readonly apis: number;
  readonly workers: number;
  readonly rewrite: Rewrite;
  /** Scripts of this folder that are loaded before the own one of the process of this name, by name. */
  readonly preloadsOf: (name: string) => readonly string[];
  /** Beyond what every process of the suite has. */
  readonly env: Readonly<Record<string, string>>;
  readonly log: (line: string) => void;
}

export interface Subject {
  readonly apis: readonly SubjectProcess[];
  readonly workers: readonly SubjectProcess[];
  end(): Promise<void>;
}

/** Seen from the folder of this file and from that of its build alike. */
const scriptOf = (app: App) => fileURLToPath(new URL(`../../../apps/${app}/dist/main.js`, import.meta.url));
const preloadOf = (name: string) => new URL(`../../dist/subject/${name}.main.js`, import.meta.url).href;
const stopMsMax = 15_000;
/** Few, so that they can all be taken. */
const poolMax = "4";
/** Long enough for whoever goes by /readyz, on a machine that the load keeps busy. */
const stopGraceMs = "2000";

export async function startSubject(options: SubjectOptions): Promise<Subject> {
  const all = await Promise.allSettled([
    ...Array.from({ length: options.apis }, (_, n) => startOne("api", `api-${n}`, options)),
    ...Array.from({ length: options.workers }, (_, n) => startOne("worker", `worker-${n}`, options)),
  ]);
  const started = all.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const end = async () => {
    await Promise.all(started.map((one) => one.kill()));
    await Promise.all(started.flatMap((one) => [one.proxy.close(), one.queue.close()]));
  };
  const failed = all.find((one) => one.status === "rejected");
  if (failed) {
    await end();
    throw failed.reason;
  }
  return {
    apis: started.filter(({ app }) => app === "api"),
    workers: started.filter(({ app }) => app === "worker"),
    end,
  };
}

async function startOne(app: App, name: string, options: SubjectOptions): Promise<SubjectProcess> {
  const proxy = await openProxy(options.databaseUrl, options.rewrite);
  const queue = await openWay(options.queueUrl);
  let port = "0";
  const spawn = () =>
    startServiceProcess({
      name,
      script: scriptOf(app),
      nodeArgs: options.preloadsOf(name).flatMap((one) => ["--import", preloadOf(one)]),
      env: {
        NODE_ENV: "production",
        LOG_LEVEL: "warn",
        DATABASE_URL: proxy.url,
        QUEUE_URL: queue.url,
        DATABASE_POOL_MAX: poolMax,
        PORT: port,
        STOP_GRACE_MS: stopGraceMs,
        ...options.env,
      },
      log: (line) => options.log(`${name} ${line}`),
    });
  let child: StartedProcess = spawn();
  const { url = "" } = await child.ready;
  if (url !== "") port = new URL(url).port;
  const signal = (which: NodeJS.Signals) => {
    try {
      process.kill(child.pid as number, which);
    } catch {
      // It has ended.
    }
  };
  return {
    app,
    name,
    proxy,
    queue,
    url,
    pid: () => child.pid as number,
    signal,
    async kill() {
      signal("SIGKILL");
      await child.exited;
    },
    terminate: () => child.stop(stopMsMax),
    async restart() {
      await child.exited;
      child = spawn();
      await child.ready;
    },
  };
}
