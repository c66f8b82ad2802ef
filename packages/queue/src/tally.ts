import { RateLimiterRedis } from "rate-limiter-flexible";
import { connectionWarn, type QueueLogger } from "./fault.ts";
import { backendOf, redisPrefix } from "./names.ts";
import { answerMsMax } from "./queues.ts";
import { openRedisClient, redisProducerOptions } from "./redis.ts";

/** Counts that all processes share: one per key and window. */
export interface Tally {
  /**
   * Adds to a count. A window begins with the first addition.
   * @returns the sum of all processes, and the time until the window ends, in ms.
   * @throws within about 1 s if Redis does not answer.
   */
  add(key: string, amount: number): Promise<{ readonly total: number; readonly endsInMs: number }>;
  close(): void;
}

export interface TallyOptions {
  /** The URL of the queue. */
  readonly url: string;
  /** In whole seconds. */
  readonly windowMs: number;
  readonly logger: QueueLogger;
}

/** Opens a connection to the Redis of the queue; undefined if the queue is on Postgres. */
export function openTally({ url, windowMs, logger }: TallyOptions): Tally | undefined {
  if (backendOf(url) !== "redis") return undefined;
  const connection = openRedisClient(url, redisProducerOptions(answerMsMax));
  connection.on("error", connectionWarn(logger));
  const counts = new RateLimiterRedis({
    storeClient: connection,
    keyPrefix: `${redisPrefix}:limit`,
    // Only counted here: the caller compares the sum with its limit.
    points: 1,
    duration: windowMs / 1_000,
  });
  return {
    async add(key, amount) {
      const { consumedPoints, msBeforeNext } = await counts.penalty(key, amount);
      return { total: consumedPoints, endsInMs: msBeforeNext };
    },
    close: () => connection.disconnect(),
  };
}
