import type { Queue } from "bullmq";
import { withDeadline } from "./deadline.ts";
import { QueueFaultError } from "./fault.ts";
import type { QueueLogger } from "./log.ts";
import { type JobData, partitionNumbers } from "./names.ts";
import { answerMsMax, openQueues } from "./queues.ts";

/** A partition of a queue. */
export interface BoardQueue {
  readonly name: string;
  /** Counts from 0. */
  readonly partition: number;
  readonly queue: Queue<JobData>;
}

/** BullMQ's queues, for a board that shows their jobs. */
export interface BoardQueues {
  /**
   * The partitions of the queues, once they answer.
   * @throws QueueFaultError within about 1 s if they do not.
   */
  read(): Promise<readonly BoardQueue[]>;
  /** Bounded to about 1 s. */
  close(): Promise<void>;
}

/** Connects at the first read. */
export function openBoardQueues(url: string, names: readonly string[], logger: QueueLogger): BoardQueues {
  let opened: ReturnType<typeof openQueues> | undefined;

  async function readAll(): Promise<BoardQueue[]> {
    opened ??= openQueues(url, logger);
    const { get, partitions } = opened;
    const all = partitionNumbers(partitions);
    const queues = await Promise.all(
      names.flatMap((name) => all.map(async (partition) => ({ name, partition, queue: await get(name, partition) }))),
    );
    await queues[0]?.queue.isPaused();
    return queues;
  }

  return {
    read: () =>
      withDeadline("asking the queue", answerMsMax, readAll()).catch((error: unknown) => {
        throw new QueueFaultError(opened?.connectionFault() ?? error);
      }),
    close: async () => opened?.close(),
  };
}
