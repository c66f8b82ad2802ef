import { type App, type LabProcess, startAll, startApp } from "@rewards/lab/process";
import { openProxy, type TcpProxy } from "@rewards/lab/proxy";
import { times } from "../list.ts";
import type { Rewrite } from "../proxy/frontend.ts";
import { openPostgresProxy, type PostgresProxy } from "../proxy/proxy.open.ts";

/** A process with separate proxies to each host of Postgres and to the queue. */
export interface FleetProcess extends LabProcess {
  /** To the first host of its database. */
  readonly proxy: PostgresProxy;
  /** Throws if the process has none. */
  readonly queue: TcpProxy;
  /** SIGKILL, and the end of all its connections. */
  end(): Promise<void>;
}

interface FleetOptions {
  /** The same database at each of its hosts. */
  readonly databaseUrls: readonly string[];
  readonly queueUrl: string;
  readonly isQueueDirect: boolean;
  readonly processesOfEach: number;
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
  readonly all: readonly FleetProcess[];
  end(): Promise<unknown>;
}

const preloadOf = (name: string) => new URL(`../../dist/fleet/${name}.main.js`, import.meta.url).href;
/** Small, so that a fault can exhaust the pool. */
const poolMax = "4";
/** Long enough for callers that follow /readyz, on a machine busy with the load. */
const stopGraceMs = "2000";

export async function startFleet(options: FleetOptions): Promise<Fleet> {
  const starting = (["api", "worker"] as const).flatMap((app) =>
    times(options.processesOfEach, (n) => startOne(app, `${app}-${n}`, options)),
  );
  const all = await startAll(starting, (one) => one.end());
  return {
    apis: all.filter(({ app }) => app === "api"),
    workers: all.filter(({ app }) => app === "worker"),
    all,
    end: () => Promise.all(all.map((one) => one.end())),
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
    get queue() {
      if (!queue) throw new Error(`${name} reaches the queue without a proxy`);
      return queue;
    },
    async end() {
      await started.kill();
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
