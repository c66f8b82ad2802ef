import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { migrateDatabase } from "@rewards/db";
import { findRedisServer, postgresDatabase, startPostgres, startProcess, startRedis } from "@rewards/embedded";
import { migrateQueue } from "@rewards/queue";

export interface ServiceOptions {
  readonly queue: "redis" | "postgres";
  readonly workers: number;
  /** The environment that children inherit from; PATH is where Redis is looked for. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The service under measure: each part with its processes, for their CPU and memory. */
export interface Service {
  readonly url: string;
  readonly databaseUrl: string;
  readonly pids: Readonly<Record<"api" | "worker" | "postgres" | "redis", readonly number[]>>;
  stop(): Promise<void>;
}

const silent = { info: () => {}, warn: () => {}, error: () => {} };
const stopMsMax = 10_000;
const script = (app: string) => fileURLToPath(new URL(`../../apps/${app}/dist/main.js`, import.meta.url));

/** Starts the service on fresh data of its own, with default settings, every part a process of its own. */
export async function startService({ queue, workers, env }: ServiceOptions): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), "rewards-bench-"));
  const settings = { shared_preload_libraries: "pg_stat_statements", "pg_stat_statements.max": "1000" };
  const postgres = await startPostgres({ dataDir: join(folder, "postgres"), settings });
  const redis = queue === "redis" ? await startQueueServer(folder, env["PATH"]) : undefined;
  const databaseUrl = postgres.url(postgresDatabase);
  const queueUrl = redis?.url ?? databaseUrl;
  await migrateDatabase(databaseUrl);
  await migrateQueue(queueUrl, silent);
  const childEnv = {
    ...env,
    NODE_ENV: "production",
    LOG_LEVEL: "warn",
    DATABASE_URL: databaseUrl,
    QUEUE_URL: queueUrl,
    PORT: "0",
  };
  const start = (name: string) => startProcess({ name, script: script(name), env: childEnv });
  const api = start("api");
  const children = [api, ...Array.from({ length: workers }, () => start("worker"))];
  const [ready] = await Promise.all(children.map((child) => child.ready));
  const pidsOf = (list: readonly { pid: number | undefined }[]) => list.flatMap(({ pid }) => pid ?? []);
  return {
    url: ready?.url ?? "",
    databaseUrl,
    pids: {
      api: pidsOf([api]),
      worker: pidsOf(children.slice(1)),
      postgres: [postgres.pid],
      redis: pidsOf(redis ? [redis] : []),
    },
    async stop() {
      await Promise.all(children.map((child) => child.stop(stopMsMax)));
      await redis?.stop();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function startQueueServer(folder: string, path: string | undefined) {
  const binary = await findRedisServer(path);
  if (!binary) throw new Error("no redis-server on the PATH: use --queue postgres");
  return startRedis({ binary, dataDir: join(folder, "redis") });
}
