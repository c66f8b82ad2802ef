import { cpus, release, totalmem, type } from "node:os";
import { type ClonedDatabase, cloneDatabase } from "@rewards/embedded";
import type { Closers } from "@rewards/lab/closers";
import { openTemplate, withSql } from "@rewards/lab/database";
import { openPostgres, openRedis } from "@rewards/lab/servers";
import { Redis } from "ioredis";
import { meterRole } from "./measure/database.ts";
import type { Checkout } from "./subject/checkout.ts";
import { openShop } from "./subject/shop.ts";

export type PostgresSettings = Readonly<Record<string, string>>;

/** Counts statements, and keeps the time of each commit, from which lag is read. */
const ownSettings: PostgresSettings = {
  shared_preload_libraries: "pg_stat_statements",
  "pg_stat_statements.max": "1000",
  track_commit_timestamp: "on",
};

/** `queueDatabase`: of Redis; runs at the same time need a different one each. `checkout`: whose schema it is. */
interface DatabaseSpec {
  readonly members: number;
  readonly queueDatabase?: number | undefined;
  readonly checkout?: Checkout | undefined;
}

export type Servers = Awaited<ReturnType<typeof startServers>>;

/** @param given settings that override those of the embedded Postgres and of the benchmark. */
export async function startServers(closers: Closers, given: PostgresSettings = {}, path?: string) {
  const redis = await openRedis(closers, path, "add its folder to the PATH");
  const server = await openPostgres(closers, { settings: { ...ownSettings, ...given } });
  await withSql(server.url, (sql) => sql`create role ${sql(meterRole)} superuser login`);
  await fillWal(server.url);
  return {
    databaseUrl: server.url,
    redisUrl: redis.url,
    machine: await describeMachine(server.url, redis.url, given),
    pids: { postgres: [server.pid()], redis: [redis.pid()] },
    /** A fresh database for one run: the product's schema and the shop. Empties the queue's database of Redis. */
    async openDatabase({ members, queueDatabase = 0, checkout }: DatabaseSpec) {
      const queueUrl = new URL(`/${queueDatabase}`, redis.url).href;
      await withRedis(queueUrl, (client) => client.flushdb());
      return { ...(await cloneShop(server.url, members, checkout)), queueUrl };
    },
  };
}

export async function withRedis<T>(url: string, use: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(url);
  return use(redis).finally(() => redis.disconnect());
}

async function cloneShop(url: string, members: number, checkout?: Checkout): Promise<ClonedDatabase> {
  const template = `rewards_bench_${checkout ? "before_" : ""}${members}`;
  if (checkout) await checkout.openTemplate(url, template, members);
  else await openTemplate(url, template, (templateUrl) => openShop(templateUrl, members));
  return cloneDatabase(url, template);
}

/** Segments of 16 MiB: as many as `min_wal_size` of the embedded Postgres keeps where its disk is large. */
const walSegments = 128;

/**
 * Fills segments of the WAL, which the checkpoint before each run recycles. A server that has run for a while has them;
 * a new one would create each segment while a commit waits.
 */
const fillWal = (url: string): Promise<void> =>
  withSql(url, async (sql) => {
    for (let segment = 0; segment < walSegments; segment += 1)
      await sql`select pg_switch_wal() from pg_logical_emit_message(false, 'bench', 'fill')`;
  });

/** The machine and the servers in a line, with the settings of Postgres that were given on the command line. */
async function describeMachine(databaseUrl: string, redisUrl: string, settings: PostgresSettings): Promise<string> {
  const processors = cpus();
  const memoryGib = (totalmem() / 2 ** 30).toFixed(0);
  const hardware = `${processors.length} cores, ${processors[0]?.model.trim()}, ${memoryGib} GiB, ${type()} ${release()}`;
  const [row] = await withSql(databaseUrl, (sql) => sql<{ server_version: string }[]>`show server_version`);
  const redis = await withRedis(redisUrl, (client) => client.info("server"));
  const postgres = [row?.server_version.split(" ")[0], ...Object.entries(settings).map((pair) => pair.join("="))];
  return `${hardware}; Node ${process.versions.node}, PostgreSQL ${postgres.join(" ")}, Redis ${/^redis_version:(\S+)/m.exec(redis)?.[1]}`;
}
