import { serviceUrlOf } from "@rewards/embedded";
import type { Closers } from "@rewards/lab/closers";
import { migrate } from "@rewards/lab/database";
import { type LabServer, openPostgres, openRedis } from "@rewards/lab/servers";
import { postgresSchema, type QueueBackend } from "@rewards/queue";
import postgres, { type Sql } from "postgres";
import { openShop } from "../../subject/shop.ts";
import { type MemoryByPart, watchMemory } from "./memory.ts";
import { type DrillProcesses, startDrillProcesses } from "./processes.ts";

export interface DrillOptions {
  readonly backend: QueueBackend;
  /** Members who buy. */
  readonly members: number;
  readonly workers: number;
  /** Of the product's processes, and where Redis is looked for. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Says what is under way. */
  readonly say: (line: string) => void;
  readonly closers: Closers;
}

/** Servers and processes of a drill's own, with a shop. */
export interface Drill {
  readonly backend: QueueBackend;
  readonly queueUrl: string;
  readonly databaseUrl: string;
  readonly postgres: LabServer;
  /** The queue's server: on the Postgres backend the database's own, or one apart. */
  readonly queue: LabServer;
  readonly sql: Sql;
  readonly processes: DrillProcesses;
  readonly memory: () => MemoryByPart;
}

/** `queueApart` gives the Postgres backend a server of its own, so that it can be away alone. */
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
  // The drill empties the queue as its owner; the product's processes are not that.
  const queueUrl = backend === "postgres" ? serviceUrlOf(queue.url) : queue.url;
  const processes = await startDrillProcesses(options, { databaseUrl: serviceUrlOf(database.url), queueUrl });
  const memory = watchMemory(processes, closers);
  return { backend, queueUrl: queue.url, databaseUrl: database.url, postgres: database, queue, sql, processes, memory };
}

const queueTables = ["job", "job_log", "job_dependency", "event", "dedup", "scheduler"];

/**
 * The queue loses all that it holds, jobs and schedules: Redis is killed and comes back empty after `downMs`; on Postgres
 * the tables are truncated.
 * @returns the time (performance.now) from which the queue was there again, that of its process' start.
 */
export async function loseQueue({ backend, queue, sql }: Drill, downMs: number): Promise<number> {
  if (backend === "postgres") {
    await sql.unsafe(`truncate ${queueTables.map((table) => `${postgresSchema}.${table}`).join(", ")} cascade`);
    return performance.now();
  }
  await queue.end();
  await new Promise((resolve) => setTimeout(resolve, downMs));
  const backMs = performance.now();
  await queue.start();
  return backMs;
}
