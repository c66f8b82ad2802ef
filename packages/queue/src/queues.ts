import { readQueueUrl } from "@rewards/runtime";
import { createPostgresBackend, Queue, type QueueOptions, withBackend } from "bullmq";
import { connectionWarn, type QueueLogger, QueueTimeoutError } from "./fault.ts";
import { findLeft } from "./jobs.ts";
import { backendOf, type JobData, prefixOf, type QueueBackend } from "./names.ts";
import { postgresProducerOptions } from "./postgres.ts";
import { findRisk, openRedisClient, type RedisClient, redisProducerOptions } from "./redis.ts";

/** Nothing that a request or a probe waits for may take longer than this, ms. */
export const answerMsMax = 1_000;

/** BullMQ's queues by name, on either backend. `get` rejects fast while the queue is away and recovers by itself. */
export interface Queues {
  readonly backend: QueueBackend;
  /** How many partitions each queue has; 1 on Postgres. */
  readonly partitions: number;
  /** `partition` counts from 0, which is the only one by default. */
  get(name: string, partition?: number): Promise<Queue<JobData>>;
  /** The partitions beyond `partitions` in which jobs of these queues wait or are in hand. */
  findLeft(names: readonly string[]): Promise<readonly number[]>;
  /** If a setting of the server can lose jobs: its name and the remedy. Otherwise undefined. */
  findRisk(): Promise<string | undefined>;
  /** Why there is no connection; undefined if there is one or the reason is not known. */
  connectionFault(): unknown;
  /** Bounded: drops queues that do not close in time. */
  close(): Promise<void>;
}

/** Finished jobs are kept for inspection, bounded by age (seconds) and count, over all partitions of a queue. */
const keptJobsMax = 1_000;
const keptSecondsMax = { completed: 3_600, failed: 7 * 24 * 3_600 } as const;

const jobOptionsOf = (partitions: number) =>
  ({
    // Infrastructure errors are retried inside the processor; these are for a bug that comes and goes.
    attempts: 3,
    backoff: { type: "exponential", delay: 1_000, jitter: 0.5 },
    removeOnFail: { age: keptSecondsMax.failed, count: Math.ceil(keptJobsMax / partitions) },
    removeOnComplete: { age: keptSecondsMax.completed, count: Math.ceil(keptJobsMax / partitions) },
  }) as const;

export function openQueues(url: string, logger: QueueLogger): Queues {
  const onError = connectionWarn(logger);
  return backendOf(url) === "redis" ? openRedisQueues(url, onError) : openPostgresQueues(url, onError);
}

/** All queues share one connection. */
function openRedisQueues(url: string, onError: (err: Error) => void): Queues {
  const connection = openRedisClient(url, redisProducerOptions(answerMsMax));
  connection.on("error", onError);
  const connectionFault = followFault(connection);
  const queues = new Map<string, Queue<JobData>>();
  const { partitions } = readQueueUrl(url);
  const queueOptions: QueueOptions = {
    connection,
    // Without these two, every call hangs until Redis has been up once.
    skipWaitingForReady: true,
    skipVersionCheck: true,
    streams: { events: { maxLen: 1_000 } },
    defaultJobOptions: jobOptionsOf(partitions),
  };
  // So that the first call after the start does not fail on a connection which is just being made.
  const firstTry = new Promise<void>((resolve) => {
    connection.once("ready", resolve).once("close", resolve);
  });

  async function get(name: string, partition = 0): Promise<Queue<JobData>> {
    await firstTry;
    const prefix = prefixOf(partition);
    const known = queues.get(prefix + name);
    if (known !== undefined) return known;
    const queue = new Queue<JobData>(name, { ...queueOptions, prefix });
    queue.on("error", onError);
    queues.set(prefix + name, queue);
    return queue;
  }

  async function close(): Promise<void> {
    await closeBounded(onError, async () => {
      await Promise.all([...queues.values()].map((queue) => queue.close()));
      if (connection.status === "ready") await connection.quit();
    });
    connection.disconnect();
  }

  return {
    backend: "redis",
    partitions,
    get,
    findLeft: (names) => firstTry.then(() => findLeft(connection, names, partitions)),
    findRisk: () => findRisk(connection),
    connectionFault,
    close,
  };
}

/** The last error of a connection that has not been ready since. */
function followFault(connection: RedisClient): () => unknown {
  let fault: unknown;
  connection.on("error", (error) => {
    fault = error;
  });
  connection.on("ready", () => {
    fault = undefined;
  });
  return () => fault;
}

/**
 * BullMQ's Postgres connection remembers a failed first connection for ever,
 * so a queue counts only once it was ready; until then each call builds a new one.
 */
function openPostgresQueues(url: string, onError: (err: Error) => void): Queues {
  const { Queue: PostgresQueue } = withBackend(createPostgresBackend);
  const queues = new Map<string, Promise<Queue<JobData>>>();

  async function open(name: string): Promise<Queue<JobData>> {
    const queue = asQueue(
      new PostgresQueue<JobData>(name, {
        connection: postgresProducerOptions(url, answerMsMax),
        defaultJobOptions: { ...jobOptionsOf(1), removeOnComplete: true },
      }),
    );
    queue.on("error", onError);
    try {
      await queue.waitUntilReady();
      return queue;
    } catch (error) {
      queues.delete(name);
      queue.close().catch(onError);
      throw error;
    }
  }

  function get(name: string): Promise<Queue<JobData>> {
    const known = queues.get(name);
    if (known !== undefined) return known;
    const opening = open(name);
    queues.set(name, opening);
    return opening;
  }

  async function closeOne(opening: Promise<Queue<JobData>>): Promise<void> {
    const queue = await opening.catch(() => undefined);
    await queue?.close();
  }

  const close = () => closeBounded(onError, () => Promise.all([...queues.values()].map(closeOne)));
  return {
    backend: "postgres",
    partitions: 1,
    get,
    findLeft: async () => [],
    findRisk: async () => undefined,
    connectionFault: () => undefined,
    close,
  };
}

/** Settles as the work does, or rejects with QueueTimeoutError after `deadlineMs`; the work is not aborted. */
export async function withDeadline<Result>(what: string, deadlineMs: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new QueueTimeoutError(`${what} took over ${deadlineMs} ms`)), deadlineMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Leaves a queue behind that cannot be closed in order: the caller is about to exit. */
async function closeBounded(onError: (err: Error) => void, close: () => Promise<unknown>): Promise<void> {
  await withDeadline("closing the queue", answerMsMax, close()).catch(onError);
}

/** BullMQ types a queue by its backend; we use only what both backends share. */
function asQueue(queue: unknown): Queue<JobData> {
  return queue as Queue<JobData>;
}
