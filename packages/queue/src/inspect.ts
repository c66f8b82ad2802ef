import { createRequire } from "node:module";
import { withDeadline } from "./deadline.ts";
import { QueueFaultError } from "./fault.ts";
import type { QueueLogger } from "./log.ts";
import type { QueueBackend } from "./names.ts";
import { createProducer, type JobCounts } from "./producer.ts";
import { answerMsMax } from "./queues.ts";
import { openRedisClient, redisProducerOptions } from "./redis.ts";

/** The state of the queue, for an operator. */
export interface QueueState {
  readonly backend: QueueBackend;
  /** The version of the package. */
  readonly bullmq: string;
  /** Null on the Postgres backend. */
  readonly redis: RedisState | null;
  /** By the name of the queue. */
  readonly jobs: Readonly<Record<string, JobCounts>>;
  /** The names of the queues that an operator has paused. */
  readonly paused: readonly string[];
}

interface RedisState {
  readonly version: string;
  /** Any policy but `noeviction` drops jobs when memory is short. */
  readonly maxmemoryPolicy: string;
}

/**
 * Looks at queues of these names.
 * @throws QueueFaultError within a few seconds if the queue cannot be reached or refuses.
 */
export async function inspectQueue(url: string, names: readonly string[], logger: QueueLogger): Promise<QueueState> {
  const producer = createProducer({ url, names, logger });
  try {
    // Its error has the cause, such as a refused connection; the calls after it know only that there is no connection.
    await producer.probe();
    const counted = await Promise.all(names.map(async (name) => [name, await producer.jobCounts(name)] as const));
    const isPaused = await Promise.all(names.map((name) => producer.isPaused(name)));
    const redis = producer.backend === "redis" ? await readRedis(url) : null;
    return {
      backend: producer.backend,
      bullmq: readVersion(),
      redis,
      jobs: Object.fromEntries(counted),
      paused: names.filter((_, index) => isPaused[index]),
    };
  } finally {
    await producer.close();
  }
}

async function readRedis(given: string): Promise<RedisState> {
  const client = openRedisClient(given, { ...redisProducerOptions(answerMsMax), lazyConnect: true });
  // The call that waits for the connection reports the error.
  client.on("error", () => undefined);
  try {
    await withDeadline("reaching Redis", answerMsMax, client.connect());
    const info = await client.info();
    const field = (of: string) => new RegExp(`^${of}:(.*?)\\r?$`, "m").exec(info)?.[1] ?? "unknown";
    return { version: field("redis_version"), maxmemoryPolicy: field("maxmemory_policy") };
  } finally {
    client.disconnect();
  }
}

function readVersion(): string {
  const { version } = createRequire(import.meta.url)("bullmq/package.json") as { version: string };
  return version;
}

export interface PauseCall {
  readonly name: string;
  readonly isPaused: boolean;
  /** Wraps the change, which ends within a second: for the transaction that records it. */
  readonly within: (change: () => Promise<void>) => Promise<void>;
  readonly logger: QueueLogger;
}

/**
 * Pauses or resumes a queue.
 * @throws QueueFaultError within a few seconds if the queue cannot be reached or refuses, or what `within` throws.
 */
export async function pauseQueue(url: string, { name, isPaused, within, logger }: PauseCall): Promise<void> {
  const producer = createProducer({ url, names: [name], logger });
  const fail = (error: unknown) => {
    throw new QueueFaultError(error);
  };
  try {
    await producer.probe();
    await within(() => producer.setPaused(name, isPaused).catch(fail));
  } finally {
    await producer.close();
  }
}
