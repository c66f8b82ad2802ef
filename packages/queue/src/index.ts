export { type Consumer, createConsumer } from "./consumer.ts";
export { createEnqueuer, type Enqueuer, type ReadKeys } from "./enqueuer.ts";
export { createSampledWarn, QueueFaultError, remedyOfQueue } from "./fault.ts";
export {
  type BoardQueue,
  type BoardQueues,
  describeRedis,
  inspectQueue,
  openBoardQueues,
  pauseQueue,
  type QueueState,
  type RedisState,
} from "./inspect.ts";
export { migrateQueue } from "./migrate.ts";
export {
  backendOf,
  formatJobId,
  parseJobId,
  partitionNumbers,
  partitionOf,
  postgresSchema,
  type QueueBackend,
  splitIds,
} from "./names.ts";
export { createProducer, type Producer } from "./producer.ts";
export { openQueues } from "./queues.ts";
export { createScheduler } from "./scheduler.ts";
export { openTally, type Tally } from "./tally.ts";
