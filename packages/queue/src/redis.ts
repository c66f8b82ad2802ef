import type { Redis, RedisOptions } from "ioredis";

/** At most 1 s: ioredis' own strategy takes up to 20 s to notice that Redis is back. Jitter spreads a fleet's return. */
const retryStrategy = () => 200 + Math.random() * 800;

/** Commands to a Redis that hangs wait in memory, each given up by its caller: so its connection is given up too, ms. */
const silentMsMax = 5_000;

/**
 * A producer answers a request's afterlife, so it must fail at once and not save commands up:
 * no offline queue, nothing resent after a reconnect, and no command waited for longer than `commandMsMax`.
 */
export function redisProducerOptions(commandMsMax: number) {
  return {
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: commandMsMax,
    connectTimeout: 2_000,
    socketTimeout: silentMsMax,
    retryStrategy,
  } satisfies RedisOptions;
}

/** A worker has nobody to answer: it waits for Redis as long as it takes, and drops a connection that went silent. */
export function redisConsumerOptions(url: string) {
  return {
    url,
    maxRetriesPerRequest: null,
    // Longer than the 10 s that BullMQ's blocking read may last.
    socketTimeout: 30_000,
    connectTimeout: 5_000,
    retryStrategy,
  } satisfies RedisOptions & { url: string };
}

/** Whether Redis may throw jobs away when its memory is full, and what to do about it. */
export async function findEviction(connection: Redis): Promise<string | undefined> {
  // A user who may not ask is no reason to do without the queue.
  const info = await connection.info("memory").catch(() => "");
  const [, policy] = /^maxmemory_policy:(\S+)/m.exec(info) ?? [];
  if (policy === undefined || policy === "noeviction") return undefined;
  return `Redis throws jobs away when it is full (maxmemory-policy ${policy}), and their sales are posted late. Set maxmemory-policy noeviction.`;
}
