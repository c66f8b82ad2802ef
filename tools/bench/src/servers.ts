import { type ClonedDatabase, cloneDatabase } from "@rewards/embedded";
import { createClosers } from "@rewards/lab/closers";
import { openTemplate, withSql } from "@rewards/lab/database";
import { type LabServer, openPostgres, openRedis } from "@rewards/lab/servers";
import { Redis } from "ioredis";
import type { Checkout } from "./subject/checkout.ts";
import { openShop } from "./subject/shop.ts";

export interface ServersOptions {
  /** Of running servers; default: starts embedded ones with fresh data. */
  readonly databaseUrl?: string | undefined;
  readonly redisUrl?: string | undefined;
  /** Settings that override those of the embedded Postgres and of the benchmark. */
  readonly postgres?: Readonly<Record<string, string>> | undefined;
  /** Value of PATH, which is searched for Redis. */
  readonly path: string | undefined;
}

interface DatabaseSpec {
  /** Of the shop. */
  readonly members: number;
  /** The queue's database of Redis; default: that of the URL. Runs at the same time need a different one each. */
  readonly queueDatabase?: number | undefined;
  /** Whose schema it is; default: this one's. */
  readonly checkout?: Checkout | undefined;
}

/** Postgres and Redis of a benchmark. `pids` are empty for given servers, whose CPU cannot be read. */
export interface Servers {
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly pids: Readonly<Record<"postgres" | "redis", readonly number[]>>;
  /**
   * A fresh database for one run: the product's schema and the shop. Empties the queue's database of Redis.
   */
  openDatabase(spec: DatabaseSpec): Promise<RunDatabase>;
  stop(): Promise<void>;
}

interface RunDatabase extends ClonedDatabase {
  readonly queueUrl: string;
}

/** Counts statements, and keeps the time of each commit, from which lag is read. */
const settings = {
  shared_preload_libraries: "pg_stat_statements",
  "pg_stat_statements.max": "1000",
  track_commit_timestamp: "on",
};

export async function startServers({ databaseUrl, redisUrl, postgres: given, path }: ServersOptions): Promise<Servers> {
  const closers = createClosers();
  try {
    const redis = redisUrl ? undefined : await openRedis(closers, path, "give --redis-url");
    const server = databaseUrl ? undefined : await openPostgres(closers, { settings: { ...settings, ...given } });
    const url = databaseUrl ?? server?.url ?? "";
    const queueUrl = redisUrl ?? redis?.url ?? "";
    if (server) await fillWal(server.url);
    let isUsed = false;
    return {
      databaseUrl: url,
      redisUrl: queueUrl,
      pids: { postgres: pidsOf(server), redis: pidsOf(redis) },
      async openDatabase({ members, queueDatabase, checkout }) {
        if (databaseUrl && !isUsed) closers.add(() => dropDatabases(databaseUrl));
        isUsed = true;
        const runQueueUrl = queueDatabase === undefined ? queueUrl : new URL(`/${queueDatabase}`, queueUrl).href;
        await empty(runQueueUrl);
        return { ...(await openDatabase(url, members, databaseUrl !== undefined, checkout)), queueUrl: runQueueUrl };
      },
      stop: closers.close,
    };
  } catch (error) {
    // The servers are not children that end with this process.
    await closers.close();
    throw error;
  }
}

const databasePrefix = "rewards_bench_";

async function empty(queueUrl: string): Promise<void> {
  const redis = new Redis(queueUrl);
  await redis.flushdb().finally(() => redis.disconnect());
}

/** Segments of 16 MiB: as many as `min_wal_size` of the embedded Postgres keeps where its disk is large. */
const walSegments = 128;

/**
 * Fills segments of the WAL, which the checkpoint before each run recycles. A server that has run for a while has them;
 * a new one would create each segment while a commit waits.
 */
async function fillWal(url: string): Promise<void> {
  await withSql(url, async (sql) => {
    for (let segment = 0; segment < walSegments; segment += 1)
      await sql`select pg_switch_wal() from pg_logical_emit_message(false, 'bench', 'fill')`;
  });
}

async function openDatabase(
  url: string,
  members: number,
  isGiven: boolean,
  checkout?: Checkout,
): Promise<ClonedDatabase> {
  const template = `${databasePrefix}${checkout ? "before_" : ""}${members}`;
  if (checkout) await checkout.openTemplate(url, template, members);
  else await openTemplate(url, template, (templateUrl) => openShop(templateUrl, members));
  const clone = await cloneDatabase(url, template);
  // On a given server, only the password of the URL's role is known.
  return isGiven ? { ...clone, serviceUrl: clone.url } : clone;
}

/** Restores a given server: a leftover template would be used again after the schema has changed. */
async function dropDatabases(url: string): Promise<void> {
  await withSql(url, async (sql) => {
    const found = await sql<{ name: string }[]>`
      select datname as name from pg_database where starts_with(datname, ${databasePrefix})`;
    for (const { name } of found) {
      await sql`alter database ${sql(name)} is_template false`;
      await sql`drop database ${sql(name)} with (force)`;
    }
  });
}

const pidsOf = (server: LabServer | undefined) => (server ? [server.pid()] : []);
