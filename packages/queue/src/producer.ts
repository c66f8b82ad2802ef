import type { JobType } from "bullmq";
import { withDeadline } from "./deadline.ts";
import { QueueFaultError } from "./fault.ts";
import type { QueueLogger } from "./log.ts";
import type { QueueBackend } from "./names.ts";
import { answerMsMax, openQueues, type Queues } from "./queues.ts";

export interface ProducerOptions {
  /** redis://, rediss:// or postgres://; the scheme chooses the backend. */
  url: string;
  /** Every queue that this producer may add to; no `:` in them. */
  names: readonly string[];
  logger: QueueLogger;
}

/** Jobs of a queue by state. Waiting counts every job not yet taken: prioritized and paused ones too. */
export interface JobCounts {
  waiting: number;
  active: number;
  delayed: number;
  completed: number;
  failed: number;
}

/** Every call rejects within about 1 s when the queue is away, also if it never was there, and succeeds once it is back. */
export interface Producer {
  readonly backend: QueueBackend;
  /** Adds one job with these IDs. After a rejection the job may have been added. */
  add(name: string, ids: string[], traces?: string[]): Promise<void>;
  /** Jobs not yet taken by a worker, without those delayed or scheduled for later. */
  waitingCount(name: string): Promise<number>;
  jobCounts(name: string): Promise<JobCounts>;
  /** Whether workers take no jobs of the queue. */
  isPaused(name: string): Promise<boolean>;
  /** Lets workers take no more jobs of the queue, or take them again. Jobs in hand are finished. The queue remembers it. */
  setPaused(name: string, isPaused: boolean): Promise<void>;
  /** Resolves when the queue answers. */
  ping(): Promise<void>;
  /**
   * Pings the queue, for readiness.
   * @returns what makes the server lose jobs, and the remedy.
   * @throws QueueFaultError with the cause (see remedyOfQueue).
   */
  probe(): Promise<string | undefined>;
  /** Bounded to about 1 s. */
  close(): Promise<void>;
}

/** "paused" is what the Postgres backend calls a paused queue's waiting jobs; BullMQ's own type forgets it. */
const waitingTypes = ["wait", "prioritized", "paused"] as JobType[];

export function createProducer({ url, names, logger }: ProducerOptions): Producer {
  const queues = openQueues(url, logger);
  const [firstName] = names;
  if (firstName === undefined) throw new Error("a producer needs the name of a queue");

  function get(name: string) {
    if (!names.includes(name)) throw new Error(`no queue is named ${name}`);
    return queues.get(name);
  }

  async function add(name: string, ids: string[], traces: string[] = []): Promise<void> {
    const queue = await get(name);
    await queue.add(name, traces.length > 0 ? { ids, traces } : { ids });
  }

  async function countWaiting(name: string): Promise<number> {
    const queue = await get(name);
    const counts = await queue.getJobCounts(...waitingTypes);
    return sum(counts);
  }

  async function countJobs(name: string): Promise<JobCounts> {
    const queue = await get(name);
    const counts = await queue.getJobCounts("active", "delayed", "completed", "failed");
    const { active = 0, delayed = 0, completed = 0, failed = 0 } = counts;
    return { waiting: await countWaiting(name), active, delayed, completed, failed };
  }

  /** One field of the queue's settings: the cheapest read that both backends have. */
  async function readPaused(name: string): Promise<boolean> {
    const queue = await get(name);
    return queue.isPaused();
  }

  async function writePaused(name: string, isPaused: boolean): Promise<void> {
    const queue = await get(name);
    await (isPaused ? queue.pause() : queue.resume());
  }

  const isPaused = (name: string) => withDeadline("asking the queue", answerMsMax, readPaused(name));
  const ping = async () => void (await isPaused(firstName));

  return {
    backend: queues.backend,
    add: (name, ids, traces) => withDeadline("adding a job", answerMsMax, add(name, ids, traces)),
    waitingCount: (name) => withDeadline("counting jobs", answerMsMax, countWaiting(name)),
    jobCounts: (name) => withDeadline("counting jobs", answerMsMax, countJobs(name)),
    isPaused,
    setPaused: (name, value) => withDeadline("pausing the queue", answerMsMax, writePaused(name, value)),
    ping,
    probe: () => probe(queues, ping),
    close: () => queues.close(),
  };
}

async function probe(queues: Queues, ping: () => Promise<void>): Promise<string | undefined> {
  try {
    await ping();
    return await withDeadline("asking the queue's settings", answerMsMax, queues.findRisk());
  } catch (error) {
    throw new QueueFaultError(queues.connectionFault() ?? error);
  }
}

function sum(counts: Record<string, number>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}
