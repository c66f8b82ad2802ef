import { crc32 } from "node:zlib";
import { parseServerUrl } from "@rewards/runtime";

/** All keys of all queues share this hash tag, so that Redis Cluster keeps the keys of a script in one slot. */
export const redisPrefix = "{rewards}";

/**
 * Each partition has a hash tag, so that Redis Cluster spreads partitions over its nodes. The first has the keys of a
 * queue without partitions: a change of their number leaves nothing behind in it.
 */
export const prefixOf = (partition: number) => (partition === 0 ? redisPrefix : `{rewards-${partition}}`);

/** The numbers of the partitions. */
export const partitionNumbers = (partitions: number): readonly number[] => [...Array(partitions).keys()];

/** The partition of records with this key. All processes must agree on it. */
export const partitionOf = (key: string, partitions: number) => crc32(key) % partitions;

/** The key of a record; undefined if it has none. */
export type KeyOf = (id: string, index: number) => string | undefined;

/** IDs by the partition of their keys; those without a key in the first. */
export function splitIds(ids: readonly string[], keyOf: KeyOf, partitions: number): ReadonlyMap<number, string[]> {
  const parts = new Map<number, string[]>();
  for (const [index, id] of ids.entries()) {
    const key = keyOf(id, index);
    const partition = key === undefined ? 0 : partitionOf(key, partitions);
    const part = parts.get(partition);
    if (part) part.push(id);
    else parts.set(partition, [id]);
  }
  return parts;
}

/** The name of a job among those of all partitions of its queue: partitions count their jobs separately. */
export const formatJobId = (partition: number, id: string) => (partition === 0 ? id : `${partition}:${id}`);

/** The partition and the ID within it, of a job's name. */
export function parseJobId(name: string): { readonly partition: number; readonly id: string } {
  const [, partition, id] = /^(\d{1,2}):(.+)$/s.exec(name) ?? [];
  return partition === undefined || id === undefined
    ? { partition: 0, id: name }
    : { partition: Number(partition), id };
}

/** The Postgres schema of BullMQ's tables. */
export const postgresSchema = "bullmq";

/** The roles on Postgres: the same as of the service's own tables. Those of `jobs` add and take jobs. */
export const postgresRoles = {
  jobs: ["rewards_service", "rewards_api", "rewards_worker"],
  console: "rewards_console",
} as const;

/** The payload of a job. It carries IDs: Postgres is the truth, so a job may be lost, late or doubled. */
export interface JobData {
  ids: string[];
  /** The `traceparent`s of the batches that enqueued them, if their process traces. */
  traces?: string[];
}

export type QueueBackend = "redis" | "postgres";

const backendByScheme: Readonly<Record<string, QueueBackend>> = {
  "redis:": "redis",
  "rediss:": "redis",
  "redis+cluster:": "redis",
  "rediss+cluster:": "redis",
  "redis+sentinel:": "redis",
  "rediss+sentinel:": "redis",
  "postgres:": "postgres",
  "postgresql:": "postgres",
};

const schemes = Object.keys(backendByScheme)
  .map((scheme) => `${scheme}//`)
  .join(", ");

/** The backend for the scheme of a queue URL. Throws for other schemes, without repeating the URL. */
export function backendOf(url: string): QueueBackend {
  const backend = backendByScheme[parseServerUrl(url)?.url.protocol ?? ""];
  if (backend === undefined) throw new Error(`the queue URL must start with one of ${schemes}`);
  return backend;
}
