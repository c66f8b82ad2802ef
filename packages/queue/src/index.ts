export { type Consumer, type ConsumerOptions, createConsumer } from "./consumer.ts";
export { QueueTimeoutError } from "./deadline.ts";
export { createEnqueuer, type Enqueuer, type EnqueuerOptions, type EnqueuerStats } from "./enqueuer.ts";
export { createSampledWarn, type QueueLogger } from "./log.ts";
export { migrateQueue } from "./migrate.ts";
export { backendOf, type JobData, postgresSchema, type QueueBackend, redisPrefix } from "./names.ts";
export { createProducer, type JobCounts, type Producer, type ProducerOptions } from "./producer.ts";
export { openQueues, type Queues } from "./queues.ts";
export { createScheduler, type Scheduler, type SchedulerOptions } from "./scheduler.ts";
