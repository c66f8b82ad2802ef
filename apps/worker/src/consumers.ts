import type { Database, Rank } from "@rewards/db";
import { type Consumer, createConsumer, type Producer } from "@rewards/queue";
import type { Progress, QueueWatch } from "@rewards/runtime";
import type { StageBatcher } from "./process.ts";
import { createShare } from "./share.ts";
import type { Stage } from "./stage.ts";
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
  readonly queue: QueueWatch<Producer>;
}

export interface Consumers {
  /** Takes jobs from the share of this worker. Without partitions, there is nothing to share. */
  follow(rank: Rank | undefined): Promise<void>;
  close(deadlineMs: number): Promise<void>;
}

/** Jobs of a stage that a worker has in hand, in all partitions together, but at least one of each partition. */
const jobsHeldMax = 20;
/** Beyond what workers' clocks differ by. */
const taskLateMsMax = 15_000;
/** For the jobs in hand of a partition that another worker gets. */
const leaveMsMax = 6_000;

/**
 * Takes the jobs of all stages and scheduled tasks. If the queue has partitions, the worker takes those of its share:
 * the sales of a member are then in the hands of one worker, and workers do not wait for each other's locks.
 */
export function startConsumers(options: ConsumersOptions): Consumers {
  const { database, stages, queue } = options;
  const { partitions } = queue.producer;
  const isShared = ({ definition }: OpenStage) => partitions > 1 && definition.staged?.together !== undefined;
  const ofStage = (stage: OpenStage, partition: number) => consumeStage(options, stage, partition);
  const always = [
    ...stages.filter((stage) => !isShared(stage)).map((stage) => ofStage(stage, 0)),
    ...scheduledTasks.map((task) =>
      createConsumer({
        ...{ url: options.queueUrl, name: task.name, concurrency: 1, logger: queue.logger },
        // A job that is due becomes a waiting one only when a worker takes it.
        hasWaiting: () => queue.producer.isOverdue(task.name, taskLateMsMax),
        process: () => task.run(database),
      }),
    ),
  ];
  const shared = stages.filter(isShared);
  const held = new Map<number, readonly Consumer[]>();
  const leaving = new Set<Promise<unknown>>();
  const names = shared.map(({ definition }) => definition.noun);
  const share = createShare({ ...queue, names });
  let isClosed = false;

  function leave(partition: number, consumers: readonly Consumer[]): void {
    held.delete(partition);
    const left = Promise.all(consumers.map((one) => one.close(leaveMsMax))).finally(() => leaving.delete(left));
    leaving.add(left);
  }

  function hold(wanted: readonly number[]): void {
    for (const [partition, consumers] of held) if (!wanted.includes(partition)) leave(partition, consumers);
    for (const partition of wanted)
      if (!held.has(partition))
        held.set(
          partition,
          shared.map((stage) => ofStage(stage, partition)),
        );
    for (const consumers of held.values())
      for (const one of consumers) one.setConcurrency(Math.ceil(jobsHeldMax / held.size));
  }

  return {
    async follow(rank) {
      if (shared.length === 0) return;
      const wanted = await share(rank);
      // Here and not in the leader: another worker may have more partitions than it.
      if (rank) await Promise.all(names.map((name) => queue.producer.alignPauses(name, wanted).catch(() => undefined)));
      if (!isClosed) hold(wanted);
    },
    async close(deadlineMs) {
      isClosed = true;
      const all = [...always, ...[...held.values()].flat()];
      await Promise.all([...leaving, ...all.map((one) => one.close(deadlineMs))]);
    },
  };
}

function consumeStage(
  { queueUrl: url, queue: { producer, logger } }: ConsumersOptions,
  { definition: { noun: name }, progress, batcher }: OpenStage,
  partition: number,
): Consumer {
  return createConsumer({
    ...{ url, name, partition, concurrency: jobsHeldMax, logger },
    hasWaiting: async () =>
      (await producer.waitingCount(name, partition)) > 0 && !(await producer.isPaused(name, partition)),
    process: (ids, { id, traces }) => progress.follow(() => batcher.add({ id, ids, traces })),
  });
}
