import { type Database, readQueueKeys } from "@rewards/db";
import { type Leadership, openLeadership, type Rank } from "@rewards/operations";
import { createScheduler, type Producer, splitIds } from "@rewards/queue";
import type { Logger, QueueWatch } from "@rewards/runtime";
import { createLead, reachQueue } from "./lead.ts";
import { createLeftMove } from "./queue-left.move.ts";
import { createAwaitingSweep, createRecovery, createReturnWake, type RecoveryDeps, waitingJobsMax } from "./recover.ts";
import { repeat } from "./repeat.ts";
import { stages } from "./stages.ts";
import { scheduledTasks } from "./tasks.ts";
import { createAuditPrune, createPartitionAdd, createPrune } from "./upkeep.ts";

const recoveryEveryMsDefault = 2_000;
const announceEveryMs = 2_000;
const eventDaysMaxDefault = 7;
const sweepEveryTicks = 5;
/** Without the queue, a leader that has much to post keeps the lead for these slices. */
const standInSlicesMax = 25;

export interface RecoveryOptions {
  readonly databaseUrl: string;
  readonly queueUrl: string;
  readonly logger: Logger;
  /** Default: 2 s. */
  readonly recoveryEveryMs?: number;
  /** How long events are kept, in days. Default: 7. */
  readonly eventDaysMax?: number;
  /** Whether the leader posts by itself while no worker reaches the queue. Default: true. */
  readonly postsWithoutQueue?: boolean;
  /** For how long the audit keeps entries that concern nothing in force. Default: 400. */
  readonly auditRetentionDays?: number;
}

/** Settles records of a queue by this process itself. */
export type Settle = (queue: string, ids: string[]) => Promise<unknown>;

/** What the worker does for recovery, and what it learns from it. */
export interface RecoveryHooks {
  readonly settle: Settle;
  /** Called every two seconds with the rank of this worker among those that share the partitions of the queue. */
  readonly onRank: (rank: Rank | undefined) => Promise<void>;
}

/** A timer in every worker and not a job, because it must survive the loss of the queue. One worker at a time leads. */
export function startRecovery(
  {
    databaseUrl,
    queueUrl,
    logger,
    recoveryEveryMs = recoveryEveryMsDefault,
    eventDaysMax = eventDaysMaxDefault,
    postsWithoutQueue = true,
    auditRetentionDays = 400,
  }: RecoveryOptions,
  database: Database,
  queue: QueueWatch<Producer>,
  { settle, onRank }: RecoveryHooks,
): { close(): Promise<void> } {
  const { producer, logger: quiet } = queue;
  const leadership = openLeadership(databaseUrl);
  const scheduler = createScheduler({ url: queueUrl, logger: quiet });
  for (const task of scheduledTasks) scheduler.every(task.name, task.everyMs);
  const { byQueue, alone } = depsOf({ database, logger, producer, leadership, settle });
  const recoveries = [createLeftMove(producer, byQueue, logger), ...recoveriesOf(byQueue)];
  const upkeep = [
    createPrune(database, eventDaysMax),
    createAuditPrune(database, auditRetentionDays, logger),
    createPartitionAdd(database, logger),
  ];
  const slow = [createAwaitingSweep(byQueue), { tick: () => scheduler.ensure() }];
  let ticks = 0;
  const lead = createLead({
    leadership,
    ping: () => producer.ping(),
    everyMs: recoveryEveryMs,
    steps: () =>
      ticks++ % sweepEveryTicks === 0
        ? { byPostgres: upkeep, byQueue: [...recoveries, ...slow] }
        : { byPostgres: [], byQueue: recoveries },
    standIn: postsWithoutQueue ? [...recoveriesOf(alone), createAwaitingSweep(alone)] : [],
    logger,
  });
  // Apart from the ticks, some of which take longer than an announcement lasts.
  const timers = [
    repeat(() => lead.tick(), recoveryEveryMs),
    repeat(async () => onRank(await announce(leadership, queue)), announceEveryMs),
  ];
  return {
    async close() {
      await Promise.all(timers.map((timer) => timer.stop()));
      await Promise.all([scheduler.close(), producer.close(), leadership.close()]);
    },
  };
}

/** A worker that does not reach the queue gets no share of it. Nor does it know the rank of the others then. */
async function announce(leadership: Leadership, { producer, readiness }: QueueWatch<Producer>) {
  const { partitions } = producer;
  const isSharing = partitions > 1 && (await readiness.check()).isAnswered;
  const rank = await leadership.announce(isSharing ? partitions : 1);
  return isSharing ? rank : undefined;
}

interface Ways {
  readonly database: Database;
  readonly logger: Logger;
  readonly producer: Producer;
  readonly leadership: Leadership;
  readonly settle: Settle;
}

/** Recovery by way of the queue, and without it. A queue that was paused when it was last reached stays paused. */
function depsOf({ database, logger, producer, leadership, settle }: Ways) {
  const paused = new Map<string, boolean>();
  const byQueue: RecoveryDeps = {
    database,
    logger,
    enqueue: (queue, ids, partition) => reachQueue(producer.add(queue, ids, [], partition)),
    split: producer.partitions === 1 ? undefined : (queue, ids) => split(database, producer.partitions, queue, ids),
    hasRoom: async (queue) => (await reachQueue(producer.waitingCount(queue))) < waitingJobsMax,
    async isPaused(queue) {
      paused.set(queue, await reachQueue(producer.isPaused(queue)));
      return paused.get(queue) === true;
    },
    onSlice: (className, ids) => logger.warn({ class: className, ids }, "pending records enqueued again"),
  };
  const alone: RecoveryDeps = {
    database,
    logger,
    enqueue: async (queue, ids) => void (await settle(queue, ids)),
    hasRoom: () => leadership.isHeld(),
    isPaused: async (queue) => paused.get(queue) === true,
    slicesMax: standInSlicesMax,
    onSlice: (className, ids) => logger.warn({ class: className, ids }, "pending records posted without the queue"),
  };
  return { byQueue, alone };
}

async function split({ sql }: Database, partitions: number, queue: string, ids: readonly string[]) {
  const keys = await readQueueKeys(sql, queue, ids);
  return splitIds(ids, (id) => keys?.get(id), partitions);
}

const recoveriesOf = (deps: RecoveryDeps) => [
  ...stages.map((stage) => createRecovery(stage.definition.class, stage.definition.noun, deps)),
  createReturnWake(deps),
];
