export { type BoardQueue, type BoardQueues, openBoardQueues } from "./board.ts";
export { type Consumer, type ConsumerOptions, createConsumer } from "./consumer.ts";
export { QueueTimeoutError } from "./deadline.ts";
export {
  createEnqueuer,
  type Enqueuer,
  type EnqueuerOptions,
  type EnqueuerStats,
  type ReadKeys,
} from "./enqueuer.ts";
export { QueueFaultError, remedyOfQueue } from "./fault.ts";
export { describeRedis, inspectQueue, pauseQueue, type QueueState, type RedisState } from "./inspect.ts";
export type { JobCounts } from "./jobs.ts";
export { createSampledWarn, type QueueLogger } from "./log.ts";
export { migrateQueue } from "./migrate.ts";
export {
  backendOf,
  formatJobId,
  type JobData,
  parseJobId,
  partitionNumbers,
  partitionOf,
  postgresSchema,
  type QueueBackend,
  redisPrefix,
  splitIds,
} from "./names.ts";
export { createProducer, type Producer, type ProducerOptions } from "./producer.ts";
export { openQueues, type Queues } from "./queues.ts";
export { createScheduler, type Scheduler, type SchedulerOptions } from "./scheduler.ts";
export { openTally, type Tally } from "./tally.ts";
