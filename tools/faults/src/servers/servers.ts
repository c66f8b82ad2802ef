import { createClosers } from "@rewards/lab/closers";
import { openTemplate, silent } from "@rewards/lab/database";
import { type LabPostgres, type LabServer, openPostgres, openRedis } from "@rewards/lab/servers";
import { migrateQueue, type QueueBackend } from "@rewards/queue";
import { fillShop } from "./shop.fill.ts";
import { sweepTask } from "./shop.ts";
import { openSuiteSql, watchDatabase } from "./watch.ts";

/** Servers of one backend, on which rounds run one after the other. */
export interface RoundServers {
  readonly backend: QueueBackend;
  readonly postgres: LabPostgres;
  readonly redis: LabServer | undefined;
  stop(): Promise<void>;
}

/** Where the processes and the suite of a round find their servers. Default: the shared ones. */
export interface RoundPlace {
  /** For the owner, at an address that leads to the primary of Postgres. */
  readonly postgresUrl?: string;
  /** The servers that the processes' DATABASE_URL names. Default: that of `postgresUrl`. */
  readonly hostUrls?: readonly string[];
  readonly queueUrl?: string;
  /** Whether processes connect to the queue without a proxy: its nodes name themselves to them. */
  readonly isQueueDirect?: boolean;
}

/**
 * A commit is in the log before it is answered, as in production. It does not wait for the disk, since the faults kill
 * processes and not the machine.
 */
export const postgresSettings = { synchronous_commit: "on", full_page_writes: "on", max_connections: "160" };
/** The database that every round copies: the product's schema, the shop, and the suite's watch. */
export const template = "rewards_faults";

/** The URL of a queue with this number of partitions. */
export const divideQueue = (url: string, partitions = 1) =>
  partitions === 1 ? url : `${url}${url.includes("?") ? "&" : "?"}partitions=${partitions}`;

/** `path` is the value of PATH, which is searched for Redis. */
export async function openServers(backend: QueueBackend, path: string | undefined): Promise<RoundServers> {
  const closers = createClosers();
  try {
    const postgres = await openPostgres(closers, { durable: false, settings: postgresSettings });
    const redis = backend === "redis" ? await openRedis(closers, path) : undefined;
    await openShop(postgres.url);
    return { backend, postgres, redis, stop: closers.close };
  } catch (error) {
    await closers.close();
    throw error;
  }
}

/** Makes the template database. */
export const openShop = (postgresUrl: string): Promise<void> =>
  openTemplate(postgresUrl, template, async (url) => {
    await fillShop(url);
    // Rounds add jobs of the task as the role of commands, which cannot prepare a queue. Workers only schedule them.
    await migrateQueue(url, [sweepTask], silent);
    const sql = openSuiteSql(url, 1);
    await watchDatabase(sql).finally(() => sql.end());
  });
