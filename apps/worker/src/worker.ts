import { createCatalogueCache, type Database, openDatabase } from "@rewards/db";
import type { RedemptionLimits } from "@rewards/domain";
import type { Metrics } from "@rewards/metrics";
import { awaitSuited, keepMinutes, watchRights, workerRole } from "@rewards/operations";
import { createProducer, type Producer, remedyOfQueue } from "@rewards/queue";
import {
  createPipelineCounts,
  createProgress,
  endsWithin,
  type Health,
  type PipelineCounts,
  type QueueWatch,
  type Shutdown,
  type Tracing,
  watchQueue,
} from "@rewards/runtime";
import { createIsBusy, startConsumers } from "./consumers.ts";
import { startEvents } from "./events.ts";
import { createStageReadiness, describeEvents, describeHealth, exposeWorker } from "./observe.ts";
import { createStageBatcher } from "./process.ts";
import { createRecordLog } from "./record.log.ts";
import { type RecoveryOptions, type Settle, startRecovery } from "./recovery.ts";
import { stages } from "./stages.ts";
import { scheduledTasks } from "./tasks.ts";
import { createWebhooks, type WebhookOptions, type Webhooks } from "./webhook/webhook.start.ts";

export interface WorkerOptions extends RecoveryOptions {
  readonly databasePoolMax: number;
  readonly attemptsMax?: number;
  /** Most posted records that the log names in a second; none by default. */
  readonly postedLogMax?: number;
  /** How often members may redeem. */
  readonly redemptionLimits?: RedemptionLimits;
  /** The registry for its metrics; undefined without METRICS_PORT. */
  readonly metrics?: Metrics | undefined;
  readonly tracing?: Tracing | undefined;
  /** Whom webhooks may call, and when again. Default: public addresses, once. */
  readonly webhooks?: WebhookOptions;
}

const webhooksDefault: WebhookOptions = { networks: [], retrySeconds: [] };
const consumerCloseMsMax = 6_000;
/** For batches that are in a transaction once the consumers are closed. */
const batchesEndMsMax = 500;
/** For the recovery tick that is under way, and for closing its connections. */
const recoveryCloseMsMax = 1_000;
/** Connections that are still open then are dropped, and nothing is lost. */
const databaseCloseMsMax = 1_000;
/** The part of `databaseCloseMsMax` for writing the last counts of the rollup. */
const countsMsMax = 700;

/** Opens what the stages need. Neither Postgres nor the queue needs to be up yet. */
function openWorker(options: WorkerOptions) {
  const { logger, queueUrl: url } = options;
  const database = openDatabase({
    url: options.databaseUrl,
    name: "rewards-worker",
    poolMax: options.databasePoolMax,
    viewPoolMax: 1,
  });
  const stopping = new AbortController();
  const queue = watchQueue({
    open: (quiet) =>
      createProducer({
        url,
        names: stages.map((stage) => stage.definition.noun),
        taskNames: scheduledTasks.map(({ name }) => name),
        logger: quiet,
      }),
    remedyOf: remedyOfQueue,
    logger,
  });
  const counts = createPipelineCounts();
  const minutes = keepMinutes({ sql: database.sql, counts, logger });
  const opened = openStages(options, database, counts, stopping.signal);
  const readiness = createStageReadiness(
    database,
    opened.map(({ progress }) => progress),
    logger,
  );
  const rights = watchRights(database, workerRole, logger);
  const deps = { sql: database.sql, isBusy: createIsBusy(opened), logger };
  const webhooks = createWebhooks(options.webhooks ?? webhooksDefault, deps);
  return { database, stopping, queue, counts, minutes, opened, readiness, rights, webhooks };
}

/**
 * Starts every stage, the scheduled tasks and recovery once the database fits this release. Adds the steps of stopping
 * to `shutdown`.
 * @returns a function that says whether the worker can do its work now, for readiness.
 */
export function startWorker(options: WorkerOptions, shutdown: Pick<Shutdown, "add">): () => Promise<Health> {
  const { logger } = options;
  const { database, stopping, queue, counts, minutes, opened, readiness, rights, webhooks } = openWorker(options);
  const waiting = new AbortController();
  let work: Work | undefined;
  void awaitSuited(database, workerRole, waiting.signal).then((isSuited) => {
    if (isSuited) work = startWork(options, { database, opened, queue, webhooks });
  });

  shutdown.add("jobs and recovery", () => {
    waiting.abort();
    readiness.stop();
    rights.stop();
    return stopWork(work, { opened, queue, stopping, logger });
  });
  shutdown.add("database", async () => {
    const closed = minutes.stop(countsMsMax).then(() => database.close());
    if (!(await endsWithin(databaseCloseMsMax, closed)))
      logger.warn("stopping before the database answered: Postgres ends the open connections, and nothing is lost");
  });
  const look = async (): Promise<Health> =>
    stopping.signal.aborted
      ? { status: "unavailable", reason: "It is stopping." }
      : describeEvents(database, describeHealth(await Promise.all([readiness.check(), queue.readiness.check()])));
  if (options.metrics) exposeWorker(options.metrics, { database, counts, opened, webhooks, look });
  return look;
}

/** For each stage, the batcher that merges its jobs, and the progress of its batches. */
function openStages(options: WorkerOptions, database: Database, counts: PipelineCounts, signal: AbortSignal) {
  const { logger, attemptsMax, redemptionLimits: limits } = options;
  const redemptionLimits = limits && (limits.hourMax > 0 || limits.dayMax > 0) ? limits : undefined;
  const catalogue = createCatalogueCache(database.sql);
  const log = createRecordLog({ logger, postedMax: options.postedLogMax ?? 0 });
  const deps = {
    database,
    catalogue,
    counts,
    log,
    redemptionLimits,
    tracing: options.tracing,
    ...(attemptsMax !== undefined && { attemptsMax }),
  };
  return stages.map((stage) => ({
    definition: stage.definition,
    progress: createProgress({ isFault: () => false }),
    batcher: createStageBatcher({ stage, deps, logger, signal }),
  }));
}

interface WorkDeps {
  readonly database: Database;
  readonly opened: ReturnType<typeof openStages>;
  readonly queue: QueueWatch<Producer>;
  readonly webhooks: Webhooks;
}

type Work = ReturnType<typeof startWork>;

/** Starts the consumers of stages and scheduled tasks, and recovery. */
function startWork(options: WorkerOptions, { database, opened, queue, webhooks }: WorkDeps) {
  const consumers = startConsumers({ queueUrl: options.queueUrl, database, stages: opened, queue });
  const settle: Settle = async (name, ids) =>
    opened.find(({ definition }) => definition.noun === name)?.batcher.add({ id: "recovery", ids });
  const hooks = { settle, onRank: consumers.follow };
  const events = startEvents(database, webhooks, options.logger);
  return { consumers, events, recovery: startRecovery(options, database, queue, hooks) };
}

interface StopDeps extends Omit<WorkDeps, "database" | "webhooks"> {
  readonly stopping: AbortController;
  readonly logger: WorkerOptions["logger"];
}

/** @throws if batches have not ended in time. Nothing is lost then. */
async function stopWork(work: Work | undefined, { opened, queue, stopping, logger }: StopDeps): Promise<void> {
  queue.readiness.stop();
  // A job that waits for Postgres to come back does not delay the stop: its records stay pending.
  const abort = setTimeout(() => stopping.abort(), consumerCloseMsMax / 2);
  const recoveryEnded = endsWithin(
    consumerCloseMsMax + recoveryCloseMsMax,
    Promise.all([work?.recovery.close() ?? queue.producer.close(), work?.events.stop()]),
  );
  await work?.consumers.close(consumerCloseMsMax);
  clearTimeout(abort);
  // Held records are not tried again: they stay pending.
  stopping.abort();
  const isDone = await endsWithin(batchesEndMsMax, Promise.all(opened.map(({ batcher }) => batcher.drain())));
  if (!(await recoveryEnded))
    logger.warn("stopping before recovery ended: nothing is lost, since the next worker that leads looks again");
  if (!isDone)
    throw new Error("stopping before all batches ended: their records stay pending, and recovery enqueues them again");
}
