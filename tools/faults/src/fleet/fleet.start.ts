import { type App, type LabProcess, startAll, startApp } from "@rewards/lab/process";
import { openProxy, type TcpProxy } from "@rewards/lab/proxy";
import type { Rewrite } from "../proxy/frontend.ts";
import { openPostgresProxy, type PostgresProxy } from "../proxy/proxy.open.ts";

/** A process with separate proxies to Postgres and to the queue. */
export interface FleetProcess extends LabProcess {
  /** To the first host of its database. */
  readonly proxy: PostgresProxy;
  /** To each host. */
  readonly proxies: readonly PostgresProxy[];
  /** Throws if the process has none. */
  readonly queue: TcpProxy;
  /** Ends all its connections. */
  shutAll(): void;
}

export interface FleetOptions {
  /** The same database at each of its hosts. */
  readonly databaseUrls: readonly string[];
  readonly queueUrl: string;
  readonly isQueueDirect: boolean;
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
  const { databaseUrls, queueUrl, isQueueDirect, rewrite } = options;
  const proxies = await Promise.all(databaseUrls.map((url) => openPostgresProxy(url, rewrite)));
  const queue = isQueueDirect ? undefined : await openProxy(queueUrl);
  const started = await startApp(app, {
    name,
    databaseUrl: joinHosts(proxies.map(({ url }) => url)),
    queueUrl: queue?.url ?? queueUrl,
    nodeArgs: options.preloadsOf(name).flatMap((one) => ["--import", preloadOf(one)]),
    moreEnv: { DATABASE_POOL_MAX: poolMax, STOP_GRACE_MS: stopGraceMs, ...options.env },
    log: (line) => options.log(`${name} ${line}`),
  });
  return {
    ...started,
    proxy: proxies[0] as PostgresProxy,
    proxies,
    get queue() {
      if (!queue) throw new Error(`${name} reaches the queue without a proxy`);
      return queue;
    },
    shutAll() {
      for (const one of proxies) one.shut();
      queue?.shut();
    },
  };
}

/** One URL with the hosts of all. */
function joinHosts([first = "", ...others]: readonly string[]): string {
  const hosts = [first, ...others].map((url) => new URL(url).host);
  return first.replace(hosts[0] as string, hosts.join(","));
}

async function endOne({ kill, shutAll }: FleetProcess): Promise<void> {
  await kill();
  shutAll();
}
