import type { Database } from "@rewards/db";
import type { Rank } from "@rewards/operations";
import { type Consumer, createConsumer, type Producer } from "@rewards/queue";
import type { Progress, QueueWatch } from "@rewards/runtime";
import type { StageBatcher } from "./process.ts";
import { createShare } from "./share.ts";
import type { Stage } from "./stages.ts";
import { scheduledTasks } from "./tasks.ts";

/** A stage of this worker. */
interface OpenStage {
  readonly definition: Stage["definition"];
  readonly progress: Progress;
  readonly batcher: Pick<StageBatcher, "add">;
}

export interface ConsumersOptions {
  readonly queueUrl: string;
  readonly database: Database;
  readonly stages: readonly OpenStage[];
  readonly queue: Pick<QueueWatch<Producer>, "producer" | "logger">;
}

export interface Consumers {
  /**
   * Takes jobs from the share of this worker, and as many as suits their size. Call it every two seconds. Without
   * partitions, there is nothing to share.
   */
  follow(rank: Rank | undefined): Promise<void>;
  close(deadlineMs: number): Promise<void>;
}

/** Beyond what workers' clocks differ by. */
const taskLateMsMax = 15_000;
/** A worker that had no batch for this long is idle. */
const idleMsMin = 1_000;
/** For the jobs in hand of a partition that another worker gets. */
const leaveMsMax = 6_000;

/**
 * Takes the jobs of all stages and scheduled tasks. If the queue has partitions, the worker takes those of its share:
 * the sales of a member are then in the hands of one worker, and workers do not wait for each other's locks.
 */
export function startConsumers(options: ConsumersOptions): Consumers {
  const { queue } = options;
  const { partitions } = queue.producer;
  const stages = options.stages.map((stage) => ({ ...stage, jobs: createJobsHeld() }));
  const isShared = ({ definition }: OpenStage) => partitions > 1 && definition.staged?.together !== undefined;
  const alone = stages.filter((stage) => !isShared(stage)).map((stage) => consumeStage(options, stage, 0));
  const tasks = consumeTasks(options);
  const sharedStages = stages.filter(isShared);
  const names = sharedStages.map(({ definition }) => definition.noun);
  const shared = createSharedConsumers(options, sharedStages);
  const share = createShare({ ...queue, names });
  let isClosed = false;

  return {
    async follow(rank) {
      if (names.length > 0) {
        const wanted = await share(rank);
        // Here and not in the leader: another worker may have more partitions than it.
        if (rank)
          await Promise.all(names.map((name) => queue.producer.alignPauses(name, wanted).catch(() => undefined)));
        if (!isClosed) shared.hold(wanted);
      }
      for (const one of alone) one.setConcurrency(one.jobs.max());
      shared.suit();
    },
    async close(deadlineMs) {
      isClosed = true;
      await Promise.all([...[...alone, ...tasks].map((one) => one.close(deadlineMs)), shared.close(deadlineMs)]);
    },
  };
}

/** The consumers of the partitions that this worker holds. */
function createSharedConsumers(options: ConsumersOptions, stages: readonly HeldStage[]) {
  const held = new Map<number, readonly StageConsumer[]>();
  const leaving = new Set<Promise<unknown>>();

  function leave(partition: number, consumers: readonly StageConsumer[]): void {
    held.delete(partition);
    const left = Promise.all(consumers.map((one) => one.close(leaveMsMax))).finally(() => leaving.delete(left));
    leaving.add(left);
  }

  return {
    /** Takes jobs from these partitions only. */
    hold(wanted: readonly number[]): void {
      for (const [partition, consumers] of held) if (!wanted.includes(partition)) leave(partition, consumers);
      for (const partition of wanted)
        if (!held.has(partition))
          held.set(
            partition,
            stages.map((stage) => consumeStage(options, stage, partition)),
          );
    },
    /** Sets how many jobs each consumer has in hand: at least one of each partition. */
    suit(): void {
      for (const consumers of held.values())
        for (const one of consumers) one.setConcurrency(Math.ceil(one.jobs.max() / held.size));
    },
    async close(deadlineMs: number): Promise<void> {
      const consumers = [...held.values()].flat();
      await Promise.all([...leaving, ...consumers.map((one) => one.close(deadlineMs))]);
    },
  };
}

interface HeldStage extends OpenStage {
  /** Of the stage, in all partitions. */
  readonly jobs: JobsHeld;
}

interface StageConsumer extends Consumer, Pick<HeldStage, "jobs"> {}

function consumeStage(
  { queueUrl: url, queue: { producer, logger } }: ConsumersOptions,
  { definition: { noun: name }, progress, batcher, jobs }: HeldStage,
  partition: number,
): StageConsumer {
  const consumer = createConsumer({
    ...{ url, name, partition, concurrency: jobs.max(), logger },
    hasWaiting: async () =>
      (await producer.waitingCount(name, partition)) > 0 && !(await producer.isPaused(name, partition)),
    process(ids, { id, traces }) {
      jobs.note(ids.length);
      return progress.follow(() => batcher.add({ id, ids, traces }));
    },
  });
  return { ...consumer, jobs };
}

/** Whether a stage had a batch in the last second. */
export const createIsBusy = (stages: readonly Pick<OpenStage, "progress">[]) => () =>
  stages.some(({ progress }) => progress.idleMs() < idleMsMin);

function consumeTasks({ queueUrl: url, database, stages, queue }: ConsumersOptions): Consumer[] {
  const { producer, logger } = queue;
  const isBusy = createIsBusy(stages);
  return scheduledTasks.map((task) =>
    createConsumer({
      ...{ url, name: task.name, concurrency: 1, logger },
      // A job that is due becomes a waiting one only when a worker takes it.
      hasWaiting: () => producer.isOverdue(task.name, taskLateMsMax),
      process: () => task.run({ database, isBusy }),
    }),
  );
}

/** IDs of a stage that a worker has in hand at most, in all partitions together, if jobs are as large as the last ones. */
const idsHeldMax = 4_000;
/** Enough for the largest jobs, which have 200 IDs. */
const jobsHeldMin = 20;
const jobsHeldMax = 200;
/** The share of the last job in the mean. */
const weight = 0.05;

/**
 * How many jobs of a stage a worker has in hand. A batch holds what the worker has in hand, so with few small jobs batches
 * are small, and a worker far from Postgres falls behind. With many large ones, other workers would get none.
 */
interface JobsHeld {
  /** A job with so many IDs came. */
  note(ids: number): void;
  /** From 20, for jobs of 200 IDs, to 200. */
  max(): number;
}

export function createJobsHeld(): JobsHeld {
  let mean = idsHeldMax / jobsHeldMin;
  return {
    note(ids) {
      mean += (ids - mean) * weight;
    },
    max: () => Math.min(jobsHeldMax, Math.max(jobsHeldMin, Math.floor(idsHeldMax / mean))),
  };
}
