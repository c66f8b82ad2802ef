import type { Queue } from "bullmq";
import { QueueFaultError, type QueueLogger, remedyOfQueue } from "./fault.ts";
import { countJobs, countWaiting, type JobCounts, nextJob, setPaused, sumCounts, takeJobs } from "./jobs.ts";
import { type JobData, partitionNumbers, type QueueBackend } from "./names.ts";
import { answerMsMax, openQueues, type Queues, withDeadline } from "./queues.ts";

export interface ProducerOptions {
  /** The scheme chooses the backend: postgres://, or one of those of `openRedisClient`. */
  url: string;
  /** Every queue that this producer may add to; no `:` in them. */
  names: readonly string[];
  /** Queues of scheduled tasks. It may only ask whether they are overdue. */
  taskNames?: readonly string[];
  logger: QueueLogger;
}

/** Every call rejects within about 1 s when the queue is away, also if it never was there, and succeeds once it is back. */
export interface Producer {
  readonly backend: QueueBackend;
  /** How many partitions each queue has. */
  readonly partitions: number;
  /**
   * Adds one job with these IDs, to the first partition by default. Workers take a bulk job after all others. After a
   * rejection the job may have been added.
   */
  add(name: string, ids: string[], traces?: string[], partition?: number, isBulk?: boolean): Promise<void>;
  /** Jobs not yet taken by a worker, without those delayed or scheduled for later; of all partitions by default. */
  waitingCount(name: string, partition?: number): Promise<number>;
  /** The name of the job that a worker takes next from a partition; undefined if none waits. */
  nextJob(name: string, partition: number): Promise<string | undefined>;
  /** Whether the next job of a scheduled task is late by more than this: no worker takes it. */
  isOverdue(taskName: string, lateMs: number): Promise<boolean>;
  /** Of all partitions. */
  jobCounts(name: string): Promise<JobCounts>;
  /** Whether workers take no jobs of a partition. The first, which is the default, decides for the whole queue. */
  isPaused(name: string, partition?: number): Promise<boolean>;
  /** Lets workers take no more jobs of the queue, or take them again. Jobs in hand are finished. The queue remembers it. */
  setPaused(name: string, isPaused: boolean): Promise<void>;
  /**
   * Gives these partitions of a queue the state of the first. Those that are new, that lost their data, or that whoever
   * paused the queue does not know, have another one.
   */
  alignPauses(name: string, of: readonly number[]): Promise<void>;
  /**
   * Removes jobs of the partitions beyond `partitions`, which processes with a higher number added: of one partition
   * after the other, until there are some thousand IDs.
   * @returns the IDs by queue; none if there are no more.
   */
  takeLeft(): Promise<ReadonlyMap<string, string[]>>;
  /** Resolves when every partition answers. */
  ping(): Promise<void>;
  /**
   * Pings the queue, for readiness.
   * @returns what makes the server lose jobs, or which partitions do not answer, and the remedy.
   * @throws QueueFaultError with the cause (see remedyOfQueue) if no partition answers.
   */
  probe(): Promise<string | undefined>;
  /** Bounded to about 1 s. */
  close(): Promise<void>;
}

/** After so many IDs of jobs that are left, the rest waits for the next call. */
const leftIdsMax = 5_000;

/** BullMQ takes jobs without a priority first, then those with the lowest number. */
const bulkPriority = 10;

type Call<Result> = (queue: Queue<JobData>) => Promise<Result>;

/** One field of the queue's settings: the cheapest read that both backends have. */
const isPaused: Call<boolean> = (queue) => queue.isPaused();

export function createProducer({ url, names, taskNames = [], logger }: ProducerOptions): Producer {
  const queues = openQueues(url, logger);
  const { backend, partitions } = queues;
  const all = partitionNumbers(partitions);
  const { ask, askAll } = createAsk(queues, names, all);
  const [firstName] = names;
  if (firstName === undefined) throw new Error("a producer needs the name of a queue");

  const ping = (partition: number) => ask("asking the queue", firstName, partition, isPaused);

  async function alignPauses(name: string, of: readonly number[]): Promise<void> {
    const [first = false, ...others] = await askAll("asking the queue", name, isPaused, [0, ...of]);
    const wrong = of.filter((_, index) => others[index] !== first);
    await askAll("pausing the queue", name, (queue) => setPaused(queue, first), wrong);
  }

  return {
    backend,
    partitions,
    async add(name, ids, traces = [], partition = 0, isBulk = false) {
      const data = traces.length > 0 ? { ids, traces } : { ids };
      const options = isBulk ? { priority: bulkPriority } : undefined;
      await ask("adding a job", name, partition, (queue) => queue.add(name, data, options));
    },
    async waitingCount(name, partition) {
      const counts = await askAll("counting jobs", name, countWaiting, partition === undefined ? all : [partition]);
      return counts.reduce((total, count) => total + count, 0);
    },
    nextJob: (name, partition) => ask("asking the queue", name, partition, nextJob),
    isOverdue: createIsOverdue(queues, taskNames),
    jobCounts: async (name) => sumCounts(await askAll("counting jobs", name, countJobs)),
    isPaused: (name, partition = 0) => ask("asking the queue", name, partition, isPaused),
    async setPaused(name, value) {
      // The others follow the first if this ends between them.
      for (const some of [[0], all.slice(1)])
        await askAll("pausing the queue", name, (queue) => setPaused(queue, value), some);
    },
    alignPauses,
    takeLeft: createTakeLeft(queues, names),
    ping: async () => void (await Promise.all(all.map(ping))),
    probe: () => probe(queues, all.map(ping)),
    close: () => queues.close(),
  };
}

/** Calls queues, bounded in time: one partition, or all of them at once. */
function createAsk(queues: Queues, names: readonly string[], all: readonly number[]) {
  async function ask<Result>(what: string, name: string, partition: number, call: Call<Result>): Promise<Result> {
    if (!names.includes(name)) throw new Error(`no queue is named ${name}`);
    return withDeadline(what, answerMsMax, queues.get(name, partition).then(call));
  }

  return {
    ask,
    askAll: <Result>(what: string, name: string, call: Call<Result>, of: readonly number[] = all) =>
      Promise.all(of.map((partition) => ask(what, name, partition, call))),
  };
}

function createIsOverdue(queues: Queues, taskNames: readonly string[]): Producer["isOverdue"] {
  return async (name, lateMs) => {
    if (!taskNames.includes(name)) throw new Error(`no task is named ${name}`);
    const found = queues.get(name).then((queue) => queue.getJobScheduler(name));
    const { next } = (await withDeadline("asking for a schedule", answerMsMax, found)) ?? {};
    return next !== undefined && next + lateMs < Date.now();
  };
}

/** Continues after the partition that it ended with. Otherwise the first ones, if they fill up, would delay the others. */
function createTakeLeft(queues: Queues, names: readonly string[]): Producer["takeLeft"] {
  let last = 0;
  return async () => {
    const left = new Map<string, string[]>();
    const found = await queues.findLeft(names);
    const after = found.filter((partition) => partition > last);
    let taken = 0;
    for (const partition of [...after, ...found.slice(0, found.length - after.length)]) {
      // No more at a time than can be enqueued again at once.
      if (taken >= leftIdsMax) break;
      last = partition;
      for (const name of names) {
        const ids = await takeJobs(await queues.get(name, partition));
        taken += ids.length;
        if (ids.length > 0) left.set(name, [...(left.get(name) ?? []), ...ids]);
      }
    }
    return left;
  };
}

async function probe(queues: Queues, pings: readonly Promise<unknown>[]): Promise<string | undefined> {
  try {
    const failed = (await Promise.allSettled(pings)).filter((one) => one.status === "rejected");
    const [first] = failed;
    if (failed.length === pings.length) throw first?.reason;
    if (first !== undefined) return describePartial(failed.length, pings.length, first.reason);
    return await withDeadline("asking the queue's settings", answerMsMax, queues.findRisk());
  } catch (error) {
    throw new QueueFaultError(queues.connectionFault() ?? error);
  }
}

function describePartial(failed: number, all: number, cause: unknown): string {
  const { code } = new QueueFaultError(cause);
  return `${failed} of the ${all} partitions of the queue do not answer (${code}): their records are posted some seconds late. ${remedyOfQueue(cause)}`;
}
