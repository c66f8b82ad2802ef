import { join } from "node:path";
import { type EmbeddedPostgres, postgresDatabase, startPostgres } from "../postgres/start.ts";
import { findRedisServer } from "../redis/find.ts";
import { type EmbeddedRedis, startRedis } from "../redis/start.ts";

export interface StartServersOptions {
  /** The folder for the data of what is started here, made if missing. */
  readonly dataDir: string;
  /** A Postgres server to use as it is. */
  readonly databaseUrl?: string | undefined;
  /** A queue server (`redis://`, `rediss://` or `postgres://`) to use as it is. */
  readonly queueUrl?: string | undefined;
  /** The value of PATH, where a Redis server is looked for. */
  readonly path: string | undefined;
  readonly log: (message: string) => void;
}

export interface Servers {
  readonly databaseUrl: string;
  readonly queueUrl: string;
  readonly queueBackend: "redis" | "postgres";
  /** Stops what was started here, the queue's server first; safe to call twice. */
  stop(): Promise<void>;
  /** Ends what was started here at once and waits for nothing: the next start recovers the data. */
  kill(): void;
}

/**
 * Gives the servers that the back end needs: those whose URLs are given, and embedded ones for
 * the rest. Without a Redis server on this machine the queue is kept in the Postgres database.
 */
export async function startServers(options: StartServersOptions): Promise<Servers> {
  const { dataDir, log } = options;
  const postgres =
    options.databaseUrl === undefined ? await startPostgres({ dataDir: join(dataDir, "postgres"), log }) : undefined;
  const redis = await startQueue(options).catch(async (error: unknown) => {
    await postgres?.stop();
    throw error;
  });
  const databaseUrl = options.databaseUrl ?? urlOf(postgres);
  const queueUrl = options.queueUrl ?? redis?.url ?? databaseUrl;
  return {
    databaseUrl,
    queueUrl,
    queueBackend: /^rediss?:/.test(queueUrl) ? "redis" : "postgres",
    stop: async () => {
      await redis?.stop();
      await postgres?.stop();
    },
    kill: () => {
      if (redis) signal(redis.pid, "SIGTERM");
      // Postgres' immediate shutdown: its own children end too, unlike by SIGKILL.
      if (postgres) signal(postgres.pid, "SIGQUIT");
    },
  };
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

async function startQueue(options: StartServersOptions): Promise<EmbeddedRedis | undefined> {
  const { dataDir, queueUrl, path, log } = options;
  if (queueUrl !== undefined) return undefined;
  const binary = await findRedisServer(path);
  if (binary === undefined) {
    log("No redis-server or valkey-server (6.2 or newer) on the PATH: the queue is in Postgres");
    return undefined;
  }
  return startRedis({ binary, dataDir: join(dataDir, "redis"), log });
}

function urlOf(postgres: EmbeddedPostgres | undefined): string {
  if (postgres === undefined) throw new Error("Neither a database URL nor an embedded server.");
  return postgres.url(postgresDatabase);
}
