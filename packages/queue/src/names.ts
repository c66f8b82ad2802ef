import { parseServerUrl } from "@rewards/runtime";

/** All keys of all queues share this hash tag, so that Redis Cluster keeps the keys of a script in one slot. */
export const redisPrefix = "{rewards}";

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

/** The backend for the scheme of a queue URL. Throws for other schemes, without repeating the URL. */
export function backendOf(url: string): QueueBackend {
  const backend = backendByScheme[parseServerUrl(url)?.url.protocol ?? ""];
  if (backend === undefined) throw new Error("the queue URL must start with redis://, rediss:// or postgres://");
  return backend;
}
