import { setTimeout as sleep } from "node:timers/promises";
import { createPostgresBackend, type Job, Worker, type WorkerOptions, withBackend } from "bullmq";
import { connectionWarn, type QueueLogger } from "./fault.ts";
import { backendOf, formatJobId, type JobData, prefixOf } from "./names.ts";
import { postgresConsumerOptions } from "./postgres.ts";
import { answerMsMax, withDeadline } from "./queues.ts";
import { openRedisClient, redisConsumerOptions } from "./redis.ts";

export interface ConsumerOptions {
  /** The scheme chooses the backend: postgres://, or one of those of `openRedisClient`. */
  url: string;
  /** The queue. */
  name: string;
  /** Of the queue's partitions, counted from 0. Default: 0. */
  partition?: number;
  /** Jobs in hand at a time. A worker merges its batches from them. */
  concurrency?: number;
  /**
   * Does a job. IDs may be unknown, repeated or already done; a scheduled job has no IDs.
   * A rejection is tried again twice and then leaves the job failed; `attempt` counts from 1. The queue keeps what it
   * returns with the finished job, for people. `id` distinguishes the jobs of all partitions.
   */
  process: (ids: string[], job: { id: string; attempt: number; traces?: string[] | undefined }) => Promise<unknown>;
  /** Whether jobs wait that a consumer may take: asked to notice that this one has gone deaf. */
  hasWaiting: () => Promise<boolean>;
  /** Default: 15 s. */
  deafMsMax?: number;
  logger: QueueLogger;
}

export interface Consumer {
  /** Jobs in hand at a time from now on. */
  setConcurrency(concurrency: number): void;
  /** Takes no more jobs and waits for those in hand, at most `deadlineMs`. Another worker takes jobs that were cut off. */
  close(deadlineMs: number): Promise<void>;
}

type AnyWorker = Pick<Worker<JobData>, "run" | "close" | "disconnect" | "waitUntilReady" | "concurrency">;

const limits = {
  autorun: false,
  // A job's lock is renewed every half of this while the process lives; a killed worker's job is free again after it.
  lockDuration: 30_000,
  stalledInterval: 15_000,
  // Several workers may die over one job; its records are safe in Postgres.
  maxStalledCount: 5,
  // BullMQ's own 15 s would be the time to come back after Postgres refused a connection.
  runRetryDelay: 1_000,
} as const;

const deafMsDefault = 15_000;
const concurrencyDefault = 20;

/** Starts taking jobs. Returns at once, also when the queue is away; takes them within 1 to 2 s of its coming back. */
export function createConsumer(options: ConsumerOptions): Consumer {
  const warn = connectionWarn(options.logger);
  const stop = new AbortController();
  const hearing = createHearing(options);
  let worker: AnyWorker | undefined;
  let closed: Promise<void> | undefined;
  let { concurrency = concurrencyDefault } = options;

  function onError(err: unknown): void {
    // Closing a connection fails the calls that still wait on it.
    if (!stop.signal.aborted) warn(err, { queue: options.name });
  }

  /**
   * A worker that cannot become ready is built anew: on Postgres, BullMQ remembers
   * a failed first connection for ever. So is one that takes no job for a while although jobs wait.
   */
  async function supervise(): Promise<void> {
    while (!stop.signal.aborted) {
      worker = undefined;
      try {
        worker = openWorker({ ...options, concurrency, process: hearing.process }, onError);
        await runWatched(worker, hearing);
      } catch (error) {
        onError(error);
      }
      if (stop.signal.aborted) return;
      if (worker !== undefined) await closeWorker(worker, answerMsMax);
      await sleep(300 + Math.random() * 700, undefined, { signal: stop.signal }).catch(() => {});
    }
  }

  function close(deadlineMs: number): Promise<void> {
    stop.abort();
    closed ??= worker === undefined ? Promise.resolve() : closeWorker(worker, deadlineMs);
    return closed;
  }

  function setConcurrency(jobs: number): void {
    concurrency = jobs;
    if (worker !== undefined) worker.concurrency = jobs;
  }

  void supervise();
  return { setConcurrency, close };
}

/** Resolves once the worker is closed. */
async function runWatched(worker: AnyWorker, hearing: ReturnType<typeof createHearing>): Promise<void> {
  const unwatch = hearing.watch(worker);
  try {
    await worker.waitUntilReady();
    await worker.run();
  } finally {
    unwatch();
  }
}

/** Closes a worker that has had no job in hand for a while although jobs wait. Asks the queue only after such a while. */
function createHearing(options: ConsumerOptions) {
  const { process, hasWaiting, deafMsMax = deafMsDefault, name, partition = 0, logger } = options;
  let inHand = 0;
  let busyAtMs = performance.now();

  async function look(worker: AnyWorker): Promise<void> {
    if (inHand > 0 || performance.now() - busyAtMs < deafMsMax || !(await hasWaiting())) return;
    // A job may have come while the queue was asked.
    if (inHand > 0 || performance.now() - busyAtMs < deafMsMax) return;
    logger.warn({ queue: name, partition, deafMsMax }, "a consumer took no job although jobs wait: it is built anew");
    busyAtMs = performance.now();
    await closeWorker(worker, answerMsMax);
  }

  return {
    async process(...args: Parameters<ConsumerOptions["process"]>) {
      inHand += 1;
      try {
        return await process(...args);
      } finally {
        inHand -= 1;
        busyAtMs = performance.now();
      }
    },
    /** @returns a function that ends the watch. */
    watch(worker: AnyWorker): () => void {
      busyAtMs = performance.now();
      // A queue that is away has its own line in the log.
      const timer = setInterval(() => void look(worker).catch(() => undefined), deafMsMax / 3).unref();
      return () => clearInterval(timer);
    },
  };
}

function openWorker(options: ConsumerOptions & { concurrency: number }, onError: (error: unknown) => void): AnyWorker {
  const { url, name, partition = 0, concurrency, process, logger } = options;
  const idOf = ({ id }: { id?: string | undefined }) => formatJobId(partition, String(id));
  const run = (job: Job<JobData>) =>
    process(job.data.ids, { id: idOf(job), attempt: job.attemptsMade + 1, traces: job.data.traces });
  const common: Omit<WorkerOptions, "connection"> = { ...limits, concurrency };
  const onFailed = (job: { id?: string | undefined } | undefined, err: Error) =>
    logger.error({ err, queue: name, job: job && idOf(job) }, "job failed");
  if (backendOf(url) === "redis") {
    const connection = openRedisClient(url, redisConsumerOptions());
    connection.on("error", onError);
    const worker = new Worker<JobData>(name, run, { ...common, connection, prefix: prefixOf(partition) });
    // BullMQ leaves open what it did not open.
    worker.on("closed", () => connection.disconnect());
    return worker.on("error", onError).on("failed", onFailed);
  }
  const { Worker: PostgresWorker } = withBackend(createPostgresBackend);
  const worker = new PostgresWorker<JobData>(name, run, { ...common, connection: postgresConsumerOptions(url) });
  return worker.on("error", onError).on("failed", onFailed);
}

/** Closes within a deadline and never rejects. BullMQ's close waits without limit for jobs, and for a queue that is away. */
async function closeWorker(worker: AnyWorker, deadlineMs: number): Promise<void> {
  try {
    await withDeadline("closing the worker", deadlineMs, worker.close());
  } catch {
    // Not awaited: it may hang for the same reason.
    worker.disconnect().catch(() => {});
  }
}
