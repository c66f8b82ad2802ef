import { serviceUrlOf } from "@rewards/embedded";
import type { Closers } from "@rewards/lab/closers";
import { migrate } from "@rewards/lab/database";
import { emptyPostgresQueue } from "@rewards/lab/queue";
import { type LabServer, openPostgres, openRedis } from "@rewards/lab/servers";
import type { QueueBackend } from "@rewards/queue";
import postgres, { type Sql } from "postgres";
import { openShop } from "../../subject/shop.ts";
import { type MemoryByPart, watchMemory } from "./memory.ts";
import { type DrillProcesses, startDrillProcesses } from "./processes.ts";

export interface DrillOptions {
  readonly backend: QueueBackend;
  /** Members who buy. */
  readonly members: number;
  readonly workers: number;
  /** Environment of the product's processes; its PATH is searched for Redis. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Reports progress. */
  readonly say: (line: string) => void;
  readonly closers: Closers;
}

/** Servers and processes that only the drill uses, with a shop. */
export interface Drill {
  readonly backend: QueueBackend;
  readonly queueUrl: string;
  readonly databaseUrl: string;
  readonly postgres: LabServer;
  /** The queue's server. On the Postgres backend: the database's server, or a separate one. */
  readonly queue: LabServer;
  readonly sql: Sql;
  readonly processes: DrillProcesses;
  readonly memory: () => MemoryByPart;
}

/** `queueApart` gives the Postgres backend a separate queue server, so that only the queue can be down. */
export async function openDrill(options: DrillOptions, queueApart = false): Promise<Drill> {
  const { backend, members, env, say, closers } = options;
  say("starting servers");
  const database = await openPostgres(closers);
  const isApart = queueApart && backend === "postgres";
  const queue = isApart
    ? await openPostgres(closers)
    : backend === "redis"
      ? await openRedis(closers, env["PATH"])
      : database;
  await migrate(database.url, queue.url);
  await openShop(database.url, members);
  const sql = postgres(database.url, { max: 2, onnotice: () => undefined });
  closers.add(() => sql.end({ timeout: 1 }));
  // The drill empties the queue as its owner; the product's processes have another role.
  const queueUrl = backend === "postgres" ? serviceUrlOf(queue.url) : queue.url;
  const processes = await startDrillProcesses(options, { databaseUrl: serviceUrlOf(database.url), queueUrl });
  const memory = watchMemory(processes, closers);
  return { backend, queueUrl: queue.url, databaseUrl: database.url, postgres: database, queue, sql, processes, memory };
}

/**
 * The queue loses its jobs and schedules: Redis is killed and returns empty after `downMs`; on Postgres the tables are
 * truncated.
 * @returns the time (performance.now) of the queue's return, when its process started.
 */
export async function loseQueue({ backend, queue, sql }: Drill, downMs: number): Promise<number> {
  if (backend === "postgres") {
    await emptyPostgresQueue(sql);
    return performance.now();
  }
  await queue.end();
  await new Promise((resolve) => setTimeout(resolve, downMs));
  const backMs = performance.now();
  await queue.start();
  return backMs;
}
