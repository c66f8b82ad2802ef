import type { QueueBackend } from "@rewards/queue";

/** Where the processes and the suite of a round find their servers. */
export interface RoundPlace {
  readonly backend: QueueBackend;
  /** For the owner, at an address that leads to the primary of Postgres. */
  readonly postgresUrl: string;
  /** The database that the round copies. */
  readonly template: string;
  /** The servers that the processes' DATABASE_URL names. Default: that of `postgresUrl`. */
  readonly hostUrls?: readonly string[];
  /** Undefined for a queue in the round's database. */
  readonly queueUrl: string | undefined;
  /** Whether processes connect to the queue without a proxy: its nodes name themselves to them. */
  readonly isQueueDirect?: boolean;
}

/** The URL of a queue with this number of partitions. */
export const divideQueue = (url: string, partitions = 1) =>
  partitions === 1 ? url : `${url}${url.includes("?") ? "&" : "?"}partitions=${partitions}`;
