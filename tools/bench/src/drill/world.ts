import { serviceUrlOf } from "@rewards/embedded";
import type { Closers } from "@rewards/lab/closers";
import { memoryMibOf } from "@rewards/lab/cpu";
import { migrate } from "@rewards/lab/database";
import { startProcesses } from "@rewards/lab/process";
import { emptyPostgresQueue } from "@rewards/lab/queue";
import { type LabServer, openPostgres, openRedis } from "@rewards/lab/servers";
import type { QueueBackend } from "@rewards/queue";
import postgres, { type Sql } from "postgres";
import { openShop } from "../subject/shop.ts";

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
export interface Drill extends DrillOptions {
  readonly queueUrl: string;
  readonly databaseUrl: string;
  readonly postgres: LabServer;
  /** The queue's server. On the Postgres backend: the database's server, or a separate one. */
  readonly queue: LabServer;
  readonly sql: Sql;
  readonly processes: DrillProcesses;
}

/** The API and the workers, as they run in production. */
interface DrillProcesses {
  readonly apiUrl: string;
  /** IDs that recovery has enqueued again so far, by the workers' logs. */
  enqueuedAgain(): number;
  /** Processes that ended unexpectedly. */
  ended(): number;
  signalWorkers(name: NodeJS.Signals): void;
  memory(): MemoryByPart;
}

const watched = ["api", "worker"] as const;
type Watched = (typeof watched)[number];

/** Resident memory in MiB, of the largest process of its kind. */
export type MemoryByPart = Readonly<Record<Watched, { readonly start: number; readonly peak: number; end: number }>>;

const memoryEveryMs = 1_000;

/** `queueApart` gives the Postgres backend a separate queue server, so that only the queue can be down. */
export async function openDrill(options: DrillOptions, queueApart = false): Promise<Drill> {
  const { backend, members, env, say, closers } = options;
  say("starting servers");
  const database = await openPostgres(closers);
  const openQueue = () => (queueApart ? openPostgres(closers) : database);
  const queue = backend === "postgres" ? await openQueue() : await openRedis(closers, env["PATH"]);
  await migrate(database.url, queue.url);
  await openShop(database.url, members);
  const sql = postgres(database.url, { max: 2, onnotice: () => undefined });
  closers.add(() => sql.end({ timeout: 1 }));
  // The drill empties the queue as its owner; the product's processes have another role.
  const queueUrl = backend === "postgres" ? serviceUrlOf(queue.url) : queue.url;
  const processes = await startDrillProcesses(options, { databaseUrl: serviceUrlOf(database.url), queueUrl });
  return { ...options, queueUrl: queue.url, databaseUrl: database.url, postgres: database, queue, sql, processes };
}

async function startDrillProcesses(
  { workers: count, env, closers }: DrillOptions,
  urls: { readonly databaseUrl: string; readonly queueUrl: string },
): Promise<DrillProcesses> {
  let enqueued = 0;
  let ended = 0;
  const log = (line: string) => {
    enqueued += idsEnqueuedAgain(line);
  };
  const onExit = () => void ended++;
  const { apis, workers, pids, stop } = await startProcesses({ workers: count }, () => ({ ...urls, env, log, onExit }));
  closers.add(stop);
  const memory = watchMemory(pids, closers);
  return {
    apiUrl: apis[0]?.url ?? "",
    enqueuedAgain: () => enqueued,
    ended: () => ended,
    signalWorkers: (name) => workers.forEach((worker) => void worker.signal(name)),
    memory,
  };
}

/** The count in recovery's log line; 0 in other lines. */
function idsEnqueuedAgain(line: string): number {
  if (!line.includes("pending records enqueued again")) return 0;
  const { ids } = JSON.parse(line) as { ids?: number };
  return ids ?? 0;
}

/** Samples every second until the closers run. The result reads the figures so far. */
function watchMemory(pids: Readonly<Record<Watched, readonly number[]>>, closers: Closers): () => MemoryByPart {
  const read = (part: Watched) => Math.max(...pids[part].map((pid) => memoryMibOf(pid, "now")));
  const figuresOf = (part: Watched) => ({ start: read(part), peak: 0, end: 0 });
  const memory = { api: figuresOf("api"), worker: figuresOf("worker") };
  const sample = () => {
    for (const part of watched) {
      memory[part].end = read(part);
      memory[part].peak = Math.max(memory[part].peak, memory[part].end);
    }
    return memory;
  };
  sample();
  const timer = setInterval(sample, memoryEveryMs);
  closers.add(async () => clearInterval(timer));
  return sample;
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
