import { queuePartitionsMax } from "@rewards/runtime";
import type { Job, JobType, Queue } from "bullmq";
import { type JobData, prefixOf } from "./names.ts";
import type { RedisClient } from "./redis.ts";

/** Jobs of a queue by state. Waiting counts every job not yet taken: prioritized and paused ones too. */
export interface JobCounts {
  waiting: number;
  active: number;
  delayed: number;
  completed: number;
  failed: number;
}

/** "paused" is what the Postgres backend calls a paused queue's waiting jobs; BullMQ's own type forgets it. */
const waitingTypes = ["wait", "prioritized", "paused"] as JobType[];

export async function countWaiting(queue: Queue<JobData>): Promise<number> {
  const counts = await queue.getJobCounts(...waitingTypes);
  return Object.values(counts).reduce((total, count) => total + count, 0);
}

export async function countJobs(queue: Queue<JobData>): Promise<JobCounts> {
  const counts = await queue.getJobCounts("active", "delayed", "completed", "failed");
  const { active = 0, delayed = 0, completed = 0, failed = 0 } = counts;
  return { waiting: await countWaiting(queue), active, delayed, completed, failed };
}

/** The ID of the job that a worker takes next. */
export async function nextJob(queue: Queue<JobData>): Promise<string | undefined> {
  const [id] = await queue.getRanges(waitingTypes, 0, 0, true);
  return id;
}

export const setPaused = (queue: Queue<JobData>, isPaused: boolean) => (isPaused ? queue.pause() : queue.resume());

export const sumCounts = (all: readonly JobCounts[]): JobCounts =>
  all.reduce((one, other) => ({
    waiting: one.waiting + other.waiting,
    active: one.active + other.active,
    delayed: one.delayed + other.delayed,
    completed: one.completed + other.completed,
    failed: one.failed + other.failed,
  }));

/** The lists of BullMQ with jobs that no worker has finished. */
const openLists = ["wait", "paused", "prioritized", "delayed", "active"];
/** So many jobs of each list are taken at a time. */
const takenMax = 100;

/**
 * The partitions from this one on in which a queue of these names has jobs. One short call for each partition: its keys
 * share a hash tag. A partition that does not answer, or that Redis' user may not read, counts as empty.
 */
export async function findLeft(
  connection: RedisClient,
  names: readonly string[],
  from: number,
): Promise<readonly number[]> {
  const beyond = Array.from({ length: queuePartitionsMax - from }, (_, index) => from + index);
  const counts = await Promise.all(
    beyond.map((partition) => {
      const keys = names.flatMap((name) => openLists.map((list) => `${prefixOf(partition)}:${name}:${list}`));
      return connection.exists(...keys).catch(() => 0);
    }),
  );
  return beyond.filter((_, index) => (counts[index] ?? 0) > 0);
}

/** Removes up to a hundred jobs of each list, and returns their IDs. A job that a worker has in hand stays. */
export async function takeJobs(queue: Queue<JobData>): Promise<string[]> {
  const jobs = (await queue.getJobs(openLists as JobType[], 0, takenMax - 1, true)) as Job<JobData>[];
  const taken = await Promise.all(
    jobs.map((job) =>
      job.remove().then(
        () => job.data.ids,
        () => [],
      ),
    ),
  );
  return taken.flat();
}
