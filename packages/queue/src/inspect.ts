import { createRequire } from "node:module";
import type { Queue } from "bullmq";
import type { Redis } from "ioredis";
import { QueueFaultError, type QueueLogger } from "./fault.ts";
import type { JobCounts } from "./jobs.ts";
import { type JobData, partitionNumbers, type QueueBackend } from "./names.ts";
import { createProducer } from "./producer.ts";
import { answerMsMax, openQueues, withDeadline } from "./queues.ts";
import { openRedisClient, primariesOf, redisProducerOptions } from "./redis.ts";

/** The policy that drops nothing. */
const noEviction = "noeviction";

/** The state of the queue, for an operator. */
export interface QueueState {
  readonly backend: QueueBackend;
  /** The version of the package. */
  readonly bullmq: string;
  /** Null on the Postgres backend. */
  readonly redis: RedisState | null;
  /** How many partitions each queue has. */
  readonly partitions: number;
  /** By the name of the queue, in all partitions. */
  readonly jobs: Readonly<Record<string, JobCounts>>;
  /** The names of the queues that an operator has paused. */
  readonly paused: readonly string[];
  /** What makes the server lose or refuse jobs although it answers, with the remedy; null if nothing does. */
  readonly risk: string | null;
}

export interface RedisState {
  readonly version: string;
  /** Any policy but `noeviction` drops jobs when memory is short. Of several nodes, the first other policy. */
  readonly maxmemoryPolicy: string;
  /** The servers that hold jobs: of a cluster, its primaries. */
  readonly nodes: readonly RedisNode[];
}

interface RedisNode {
  /** `host:port` */
  readonly address: string;
  readonly maxmemoryPolicy: string;
}

/** For people: the version and the policy, by node if there are several. */
export function describeRedis({ version, maxmemoryPolicy, nodes }: RedisState): string {
  if (nodes.length <= 1) return `Redis ${version}, ${maxmemoryPolicy}`;
  const policies = nodes.map((node) => `${node.address} ${node.maxmemoryPolicy}`);
  return `Redis ${version}, ${nodes.length} nodes: ${policies.join(", ")}`;
}

/**
 * Looks at queues of these names.
 * @throws QueueFaultError within a few seconds if the queue cannot be reached or refuses.
 */
export async function inspectQueue(url: string, names: readonly string[], logger: QueueLogger): Promise<QueueState> {
  const producer = createProducer({ url, names, logger });
  try {
    // Its error has the cause, such as a refused connection; the calls after it know only that there is no connection.
    const risk = await producer.probe();
    const counted = await Promise.all(names.map(async (name) => [name, await producer.jobCounts(name)] as const));
    const isPaused = await Promise.all(names.map((name) => producer.isPaused(name)));
    const redis = producer.backend === "redis" ? await readRedis(url) : null;
    return {
      backend: producer.backend,
      bullmq: readVersion(),
      partitions: producer.partitions,
      redis,
      jobs: Object.fromEntries(counted),
      paused: names.filter((_, index) => isPaused[index]),
      risk: risk ?? null,
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
    const nodes = await Promise.all(primariesOf(client).map(readNode));
    const { version = "unknown" } = nodes[0] ?? {};
    const { maxmemoryPolicy = "unknown" } = nodes.find((node) => node.maxmemoryPolicy !== noEviction) ?? nodes[0] ?? {};
    return { version, maxmemoryPolicy, nodes: nodes.map(({ version: _, ...node }) => node) };
  } finally {
    client.disconnect();
  }
}

/** A node of a cluster may be away while the others work. */
async function readNode(server: Redis): Promise<RedisNode & { readonly version: string }> {
  const info = await server.info().catch(() => "");
  const field = (of: string) => new RegExp(`^${of}:(.*?)\\r?$`, "m").exec(info)?.[1] ?? "unknown";
  const { host, port } = server.options;
  return { address: `${host}:${port}`, version: field("redis_version"), maxmemoryPolicy: field("maxmemory_policy") };
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

/** A partition of a queue. */
export interface BoardQueue {
  readonly name: string;
  /** Counts from 0. */
  readonly partition: number;
  readonly queue: Queue<JobData>;
}

/** BullMQ's queues, for a board that shows their jobs. */
export interface BoardQueues {
  /**
   * The partitions of the queues, once they answer.
   * @throws QueueFaultError within about 1 s if they do not.
   */
  read(): Promise<readonly BoardQueue[]>;
  /** Bounded to about 1 s. */
  close(): Promise<void>;
}

/** Connects at the first read. */
export function openBoardQueues(url: string, names: readonly string[], logger: QueueLogger): BoardQueues {
  let opened: ReturnType<typeof openQueues> | undefined;

  async function readAll(): Promise<BoardQueue[]> {
    opened ??= openQueues(url, logger);
    const { get, partitions } = opened;
    const all = partitionNumbers(partitions);
    const queues = await Promise.all(
      names.flatMap((name) => all.map(async (partition) => ({ name, partition, queue: await get(name, partition) }))),
    );
    await queues[0]?.queue.isPaused();
    return queues;
  }

  return {
    read: () =>
      withDeadline("asking the queue", answerMsMax, readAll()).catch((error: unknown) => {
        throw new QueueFaultError(opened?.connectionFault() ?? error);
      }),
    close: async () => opened?.close(),
  };
}
