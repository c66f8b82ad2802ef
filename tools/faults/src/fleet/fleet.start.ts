import { type App, type LabProcess, startAll, startApp } from "@rewards/lab/process";
import { openProxy, type TcpProxy } from "@rewards/lab/proxy";
import type { Rewrite } from "../proxy/frontend.ts";
import { openPostgresProxy, type PostgresProxy } from "../proxy/proxy.open.ts";

/** A process with separate proxies to Postgres and to the queue. */
interface FleetProcess extends LabProcess {
  readonly proxy: PostgresProxy;
  readonly queue: TcpProxy;
}

export interface FleetOptions {
  readonly databaseUrl: string;
  readonly queueUrl: string;
  readonly apis: number;
  readonly workers: number;
  readonly rewrite: Rewrite;
  /** Scripts of this folder to preload into the process of this name. */
  readonly preloadsOf: (name: string) => readonly string[];
  /** Added to the environment that every process of the suite has. */
  readonly env: Readonly<Record<string, string>>;
  readonly log: (line: string) => void;
}

export interface Fleet {
  readonly apis: readonly FleetProcess[];
  readonly workers: readonly FleetProcess[];
  end(): Promise<void>;
}

const preloadOf = (name: string) => new URL(`../../dist/fleet/${name}.main.js`, import.meta.url).href;
/** Small, so that a fault can exhaust the pool. */
const poolMax = "4";
/** Long enough for callers that follow /readyz, on a machine busy with the load. */
const stopGraceMs = "2000";

export async function startFleet(options: FleetOptions): Promise<Fleet> {
  const starting = (app: App, count: number) =>
    Array.from({ length: count }, (_, n) => startOne(app, `${app}-${n}`, options));
  const started = await startAll([...starting("api", options.apis), ...starting("worker", options.workers)], endOne);
  return {
    apis: started.filter(({ app }) => app === "api"),
    workers: started.filter(({ app }) => app === "worker"),
    end: async () => void (await Promise.all(started.map(endOne))),
  };
}

async function startOne(app: App, name: string, options: FleetOptions): Promise<FleetProcess> {
  const proxy = await openPostgresProxy(options.databaseUrl, options.rewrite);
  const queue = await openProxy(options.queueUrl);
  const started = await startApp(app, {
    name,
    databaseUrl: proxy.url,
    queueUrl: queue.url,
    nodeArgs: options.preloadsOf(name).flatMap((one) => ["--import", preloadOf(one)]),
    moreEnv: { DATABASE_POOL_MAX: poolMax, STOP_GRACE_MS: stopGraceMs, ...options.env },
    log: (line) => options.log(`${name} ${line}`),
  });
  return { ...started, proxy, queue };
}

async function endOne({ kill, proxy, queue }: FleetProcess): Promise<void> {
  await kill();
  proxy.shut();
  queue.shut();
}
