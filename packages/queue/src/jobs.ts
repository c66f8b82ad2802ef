import type { JobType, Queue } from "bullmq";
import type { JobData } from "./names.ts";

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
