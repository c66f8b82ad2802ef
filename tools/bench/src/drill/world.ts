import { serviceUrlOf } from "@rewards/embedded";
import type { Closers } from "@rewards/lab/closers";
import { memoryMibOf } from "@rewards/lab/cpu";
import { migrate } from "@rewards/lab/database";
import { startProcesses } from "@rewards/lab/process";
import { emptyPostgresQueue } from "@rewards/lab/queue";
import { openPostgres, openRedis } from "@rewards/lab/servers";
import type { QueueBackend } from "@rewards/queue";
import postgres from "postgres";
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

export type Drill = Awaited<ReturnType<typeof openDrill>>;

const watched = ["api", "worker"] as const;
type Watched = (typeof watched)[number];
/** Resident memory in MiB, of the largest process of its kind. */
export type MemoryByPart = Readonly<Record<Watched, { start: number; peak: number; end: number }>>;

/**
 * Servers, an API and workers as in production, with a shop, that only the drill uses. `queueApart` gives the Postgres
 * backend a separate queue server, so that only the queue can be down.
 */
export async function openDrill(options: DrillOptions, queueApart = false) {
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
  const databaseUrl = serviceUrlOf(database.url);
  const seen = { enqueuedAgain: 0, processesEnded: 0 };
  const log = (line: string) => {
    if (line.includes("pending records enqueued again"))
      seen.enqueuedAgain += (JSON.parse(line) as { ids?: number }).ids ?? 0;
  };
  const onExit = () => void seen.processesEnded++;
  const processOptions = { databaseUrl, queueUrl, env, log, onExit };
  const { apis, workers, pids, stop } = await startProcesses({ workers: options.workers }, () => processOptions);
  closers.add(stop);
  const readMib = (part: Watched, which: "now" | "peak") =>
    Math.max(...pids[part].map((pid) => memoryMibOf(pid, which)));
  const start = { api: readMib("api", "now"), worker: readMib("worker", "now") };
  const memoryOf = (part: Watched) => ({
    start: start[part],
    peak: readMib(part, "peak"),
    end: readMib(part, "now"),
  });
  return {
    ...{ ...options, database, queue, sql },
    apiUrl: apis[0]?.url ?? "",
    signalWorkers: (name: NodeJS.Signals) => workers.forEach((worker) => void worker.signal(name)),
    /** IDs that recovery has enqueued again, by the workers' logs; processes that ended unexpectedly; memory. */
    readSeen: () => ({ ...seen, memory: { api: memoryOf("api"), worker: memoryOf("worker") } satisfies MemoryByPart }),
  };
}

const redisDownMs = 5_000;

/**
 * The queue loses its jobs and schedules: Redis is killed and returns empty after 5 s; on Postgres the tables are
 * truncated.
 * @returns the time (performance.now) of the queue's return, when its process started.
 */
export async function loseQueue({ backend, queue, sql }: Drill): Promise<number> {
  if (backend === "postgres") {
    await emptyPostgresQueue(sql);
    return performance.now();
  }
  await queue.end();
  await new Promise((resolve) => setTimeout(resolve, redisDownMs));
  const backMs = performance.now();
  await queue.start();
  return backMs;
}
