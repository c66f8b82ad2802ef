import { BullMQAdapter } from "@bull-board/api/bullMQAdapter";
import type { BoardQueue } from "@rewards/queue";
import { describeJob, describeReturn, jobPath } from "./queue.job.ts";

type Statuses = Parameters<BullMQAdapter["getJobs"]>[0];

/** The Postgres backend calls the waiting jobs of a paused queue "paused", a state that Bull Board does not know. */
const pausedStatus = "paused" as Statuses[number];

/** A queue as Bull Board shows it: read-only, with readable names of its jobs. */
export class BoardAdapter extends BullMQAdapter {
  readonly #queue: BoardQueue;

  constructor(queue: BoardQueue) {
    super(queue, {
      readOnlyMode: true,
      externalJobUrl: ({ id }) => ({ displayText: "Its records", href: jobPath(queue.name, String(id)) }),
    });
    this.#queue = queue;
    this.setFormatter("name", (job) => describeJob(queue.name, job));
    this.setFormatter("returnValue", describeReturn);
  }

  override async getJobCounts() {
    const [counts, { paused = 0 }] = await Promise.all([
      super.getJobCounts(),
      this.#queue.getJobCounts("paused" as never),
    ]);
    return { ...counts, waiting: (counts.waiting ?? 0) + paused };
  }

  override getJobs(statuses: Statuses, start?: number, end?: number): ReturnType<BullMQAdapter["getJobs"]> {
    const all = statuses.includes("waiting") ? [...statuses, pausedStatus] : statuses;
    return super.getJobs(all, start, end);
  }
}
