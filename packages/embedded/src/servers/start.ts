import { join } from "node:path";
import { chooseAccount, randomPassword } from "../account.ts";
import { closeFolder } from "../folder.ts";
import { processUrlOf, serviceUrlOf } from "../postgres/access.ts";
import { type EmbeddedPostgres, postgresDatabase, startPostgres } from "../postgres/start.ts";
import { findRedisServer } from "../redis/find.ts";
import { type EmbeddedRedis, startRedis } from "../redis/start.ts";
import type { ProcessKind } from "../service/environment.ts";
import type { ServiceError } from "../service/log.ts";
import { type SupervisedServer, superviseServer } from "./supervise.ts";

export interface StartServersOptions {
  /** The folder for the data of embedded servers, made if missing. */
  readonly dataDir: string;
  /** A Postgres server to use as it is. */
  readonly databaseUrl?: string | undefined;
  /** A queue server (`redis://`, `rediss://` or `postgres://`) to use as it is. */
  readonly queueUrl?: string | undefined;
  /** The value of PATH, where a Redis server is looked for. */
  readonly path: string | undefined;
  readonly log: (message: string) => void;
  /** Called once, when an embedded server has ended for good. */
  readonly onFailure?: (error: ServiceError) => void;
}

export interface Servers {
  /** Of commands. */
  readonly databaseUrl: string;
  /** Of a process; the same as `databaseUrl` and `queueUrl` where those were given. */
  readonly serversOf: (kind: ProcessKind) => { readonly databaseUrl: string; readonly queueUrl: string };
  /** Of the tables' owner, who migrates; the same as `databaseUrl` where that was given. */
  readonly ownerUrl: string;
  readonly queueUrl: string;
  readonly queueBackend: "redis" | "postgres";
  /** Stops the embedded servers, the queue's first; safe to call twice. */
  stop(): Promise<void>;
  /** Kills the embedded servers without waiting: the next start recovers the data. */
  kill(): void;
}

/**
 * Provides the servers that the back end needs: it uses the given URLs as they are, and starts embedded servers for the
 * others. Without a Redis server on this machine the queue is kept in Postgres.
 */
export async function startServers(options: StartServersOptions): Promise<Servers> {
  const { dataDir } = options;
  await closeFolder(dataDir, await chooseAccount(join(dataDir, "postgres", "cluster")));
  const postgres = options.databaseUrl === undefined ? await superviseDatabase(options) : undefined;
  const redis = await superviseQueue(options).catch(async (error: unknown) => {
    await postgres?.stop();
    throw error;
  });
  const ownerUrl = options.databaseUrl ?? urlOf(postgres?.current());
  const databaseUrl = options.databaseUrl ?? serviceUrlOf(ownerUrl);
  const queueUrl = options.queueUrl ?? redis?.current().url ?? databaseUrl;
  return {
    databaseUrl,
    serversOf: (kind) => {
      const own = options.databaseUrl ?? processUrlOf(kind, databaseUrl);
      return { databaseUrl: own, queueUrl: queueUrl === databaseUrl ? own : queueUrl };
    },
    ownerUrl,
    queueUrl,
    queueBackend: /^rediss?:/.test(queueUrl) ? "redis" : "postgres",
    stop: async () => {
      await redis?.stop();
      await postgres?.stop();
    },
    kill: () => {
      redis?.release();
      postgres?.release();
      if (redis) signal(redis.current().pid, "SIGTERM");
      // Postgres' immediate shutdown: its own children end too, unlike by SIGKILL.
      if (postgres) signal(postgres.current().pid, "SIGQUIT");
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

function superviseDatabase(options: StartServersOptions): Promise<SupervisedServer<EmbeddedPostgres>> {
  const { log, onFailure = reportTo(log) } = options;
  const dataDir = join(options.dataDir, "postgres");
  return superviseServer<EmbeddedPostgres>({
    name: "Postgres",
    urlOf,
    start: (port) => startPostgres({ dataDir, port, log }),
    notify: log,
    onFailure,
  });
}

async function superviseQueue(options: StartServersOptions): Promise<SupervisedServer<EmbeddedRedis> | undefined> {
  const { queueUrl, path, log, onFailure = reportTo(log) } = options;
  if (queueUrl !== undefined) return undefined;
  const binary = await findRedisServer(path);
  if (binary === undefined) {
    log("No redis-server or valkey-server (6.2 or newer) on the PATH: the queue is in Postgres");
    return undefined;
  }
  const dataDir = join(options.dataDir, "redis");
  // The password stays the same over restarts, since clients keep it.
  const password = randomPassword();
  return superviseServer<EmbeddedRedis>({
    name: "Redis",
    urlOf: ({ url }) => url,
    start: (port) => startRedis({ binary, dataDir, port, password, log }),
    notify: log,
    onFailure,
  });
}

const reportTo = (log: (message: string) => void) => (error: ServiceError) => log(error.message);

function urlOf(postgres: EmbeddedPostgres | undefined): string {
  if (postgres === undefined) throw new Error("Neither a database URL nor an embedded server.");
  return postgres.url(postgresDatabase);
}
