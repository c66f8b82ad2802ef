import { BullMQAdapter } from "@bull-board/api/bullMQAdapter";
import { type BoardQueue, formatJobId } from "@rewards/queue";
import { describeJob, describeReturn, jobPath } from "./queue.job.ts";

type Statuses = Parameters<BullMQAdapter["getJobs"]>[0];

/** The Postgres backend calls the waiting jobs of a paused queue "paused", a state that Bull Board does not know. */
const pausedStatus = "paused" as Statuses[number];

/** A partition of a queue as Bull Board shows it: read-only, with readable names of its jobs. */
export class BoardAdapter extends BullMQAdapter {
  readonly #board: BoardQueue;

  constructor(board: BoardQueue) {
    const { name, partition, queue } = board;
    super(queue, {
      readOnlyMode: true,
      externalJobUrl: ({ id }) => ({
        displayText: "Its records",
        href: jobPath(name, formatJobId(partition, String(id))),
      }),
    });
    this.#board = board;
    this.setFormatter("name", (job) => describeJob(name, job));
    this.setFormatter("returnValue", describeReturn);
  }

  override getName() {
    return boardName(this.#board);
  }

  override async getJobCounts() {
    const [counts, { paused = 0 }] = await Promise.all([
      super.getJobCounts(),
      this.#board.queue.getJobCounts("paused" as never),
    ]);
    return { ...counts, waiting: (counts.waiting ?? 0) + paused };
  }

  override getJobs(statuses: Statuses, start?: number, end?: number): ReturnType<BullMQAdapter["getJobs"]> {
    const all = statuses.includes("waiting") ? [...statuses, pausedStatus] : statuses;
    return super.getJobs(all, start, end);
  }
}

/** The name by which Bull Board knows a partition: that of the queue for the first. */
export const boardName = ({ name, partition }: Pick<BoardQueue, "name" | "partition">) =>
  partition === 0 ? name : `${name}-${partition}`;
