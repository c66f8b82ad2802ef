import { readTls } from "@rewards/runtime";
import type { Redis, RedisOptions } from "ioredis";

/** At most 1 s: ioredis' own strategy takes up to 20 s to notice that Redis is back. Jitter spreads a fleet's return. */
const retryStrategy = () => 200 + Math.random() * 800;

/** Commands to a hung Redis stay in memory after their callers gave up. The connection ends after this silence, ms. */
const silentMsMax = 5_000;

/** Where Redis is, and the TLS that its URL asks for. */
function serverOf(given: string): { url: string; tls?: NonNullable<RedisOptions["tls"]> } {
  const { url, tls } = readTls(given);
  return tls === false ? { url } : { url, tls };
}

/**
 * A producer works after a request was answered, so it must fail at once and not queue up commands:
 * no offline queue, nothing resent after a reconnect, and no command waited for longer than `commandMsMax`.
 */
export function redisProducerOptions(url: string, commandMsMax: number) {
  return {
    ...serverOf(url),
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: commandMsMax,
    connectTimeout: 2_000,
    socketTimeout: silentMsMax,
    retryStrategy,
  } satisfies RedisOptions & { url: string };
}

/** No caller waits for a worker: it waits for Redis without limit, and drops a silent connection. */
export function redisConsumerOptions(url: string) {
  return {
    ...serverOf(url),
    maxRetriesPerRequest: null,
    // Longer than the 10 s that BullMQ's blocking read may last.
    socketTimeout: 30_000,
    connectTimeout: 5_000,
    retryStrategy,
  } satisfies RedisOptions & { url: string };
}

/** Why Redis loses or refuses jobs although it answers, with the remedy; undefined if it does neither. */
export async function findRisk(connection: Redis): Promise<string | undefined> {
  // A user without the right to ask can still use the queue.
  const sections = ["memory", "persistence"].map((name) => connection.info(name).catch(() => ""));
  return describeRisk((await Promise.all(sections)).join("\n"));
}

/** Reads the text of INFO. */
export function describeRisk(info: string): string | undefined {
  const settingOf = (name: string) => new RegExp(`^${name}:(\\S+)`, "m").exec(info)?.[1];
  if (settingOf("aof_last_write_status") === "err")
    return "Redis cannot write to its disk, and takes no jobs: make room, or mend its folder's rights.";
  const policy = settingOf("maxmemory_policy");
  if (policy === undefined || policy === "noeviction") return undefined;
  return `Redis throws jobs away when it is full (maxmemory-policy ${policy}), and their sales are posted late. Set maxmemory-policy noeviction.`;
}
