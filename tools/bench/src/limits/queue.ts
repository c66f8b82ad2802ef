import { Queue, Worker } from "bullmq";
import { Redis } from "ioredis";
import { uuidv7 } from "uuidv7";

const queueName = "queue-limit";
/** By `addBulk`, BullMQ's cheapest way to add one job per ID. */
const jobsPerAdd = 100;
const concurrency = 100;
/** Bound of waiting jobs: this measures adding and taking together, not a growing backlog. */
const jobsWaitingMax = 1_000;

/**
 * The limit of the queue: jobs of one ID per second that BullMQ adds, takes and completes without any work, all in this
 * process.
 */
export async function measureQueue(redisUrl: string, seconds: number): Promise<number> {
  const connections = [new Redis(redisUrl), new Redis(redisUrl, { maxRetriesPerRequest: null })] as const;
  const queue = new Queue<{ id: string }>(queueName, { connection: connections[0] });
  let done = 0;
  let onDone = () => {};
  const worker = new Worker<{ id: string }>(
    queueName,
    async () => {
      done += 1;
      onDone();
    },
    { connection: connections[1], concurrency },
  );
  /** Resolves when at least `count` jobs are done. */
  const reached = (count: number) =>
    new Promise<void>((resolve) => {
      onDone = () => {
        if (done >= count) resolve();
      };
      onDone();
    });
  try {
    await Promise.all([queue.waitUntilReady(), worker.waitUntilReady()]);
    const startedMs = performance.now();
    let added = 0;
    while (performance.now() - startedMs < seconds * 1000) {
      await queue.addBulk(jobsOf(jobsPerAdd));
      added += jobsPerAdd;
      await reached(added - jobsWaitingMax);
    }
    await reached(added);
    return (done / (performance.now() - startedMs)) * 1000;
  } finally {
    await worker.close();
    await queue.obliterate({ force: true });
    await queue.close();
    for (const connection of connections) connection.disconnect();
  }
}

function jobsOf(count: number) {
  const opts = { removeOnComplete: true };
  return Array.from({ length: count }, () => ({ name: queueName, data: { id: uuidv7() }, opts }));
}
