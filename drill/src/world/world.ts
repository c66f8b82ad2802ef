import { openShop } from "@rewards/bench/subject/shop";
import { migrateDatabase } from "@rewards/db";
import { serviceUrlOf } from "@rewards/embedded";
import { migrateQueue, postgresSchema, type QueueBackend } from "@rewards/queue";
import postgres, { type Sql } from "postgres";
import type { Closers } from "../closers.ts";
import { type MemoryByPart, watchMemory } from "./memory.ts";
import { type Processes, startProcesses } from "./processes.ts";
import { type DrillServer, startDrillPostgres, startDrillRedis } from "./servers.ts";

export interface WorldOptions {
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
export interface World {
  readonly backend: QueueBackend;
  readonly queueUrl: string;
  readonly databaseUrl: string;
  readonly postgres: DrillServer;
  /** The queue's server: on the Postgres backend the database's own, or one apart. */
  readonly queue: DrillServer;
  readonly sql: Sql;
  readonly processes: Processes;
  readonly memory: () => MemoryByPart;
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** `queueApart` gives the Postgres backend a server of its own, so that it can be away alone. */
export async function openWorld(options: WorldOptions, queueApart = false): Promise<World> {
  const { backend, members, workers, env, say, closers } = options;
  say("starting servers");
  const database = await startDrillPostgres(closers);
  const queue = await startQueue(database, options, queueApart);
  await migrateDatabase(database.url);
  await migrateQueue(queue.url, silent);
  await openShop(database.url, members);
  const sql = postgres(database.url, { max: 2, onnotice: () => undefined });
  closers.add(() => sql.end({ timeout: 1 }));
  const urls = { databaseUrl: serviceUrlOf(database.url), queueUrl: queueUrlOf(queue, backend) };
  const processes = await startProcesses({ ...urls, workers, env }, closers);
  const memory = watchMemory(processes, closers);
  return { backend, queueUrl: queue.url, databaseUrl: database.url, postgres: database, queue, sql, processes, memory };
}

/** The drill empties the queue as its owner; the product's processes are not that. */
function queueUrlOf({ url }: DrillServer, backend: QueueBackend): string {
  return backend === "postgres" ? serviceUrlOf(url) : url;
}

async function startQueue(
  database: DrillServer,
  { backend, env, closers }: WorldOptions,
  apart: boolean,
): Promise<DrillServer> {
  if (backend === "redis") return startDrillRedis(env["PATH"], closers);
  return apart ? startDrillPostgres(closers) : database;
}

const queueTables = ["job", "job_log", "job_dependency", "event", "dedup", "scheduler"];

/**
 * The queue loses all that it holds, jobs and schedules: Redis is killed and comes back empty after `downMs`; on Postgres
 * the tables are truncated.
 * @returns the time (performance.now) from which the queue was there again, that of its process' start.
 */
export async function loseQueue({ backend, queue, sql }: World, downMs: number): Promise<number> {
  if (backend === "postgres") {
    await sql.unsafe(`truncate ${queueTables.map((table) => `${postgresSchema}.${table}`).join(", ")} cascade`);
    return performance.now();
  }
  await queue.end("SIGKILL");
  await new Promise((resolve) => setTimeout(resolve, downMs));
  const backMs = performance.now();
  await queue.start();
  return backMs;
}
