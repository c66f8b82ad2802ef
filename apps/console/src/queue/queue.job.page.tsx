import { formatId, operatorRight, stagedObjects } from "@rewards/domain";
import { parseJobId } from "@rewards/queue";
import { Facts } from "../page/facts.tsx";
import { PageError } from "../page/page.error.ts";
import type { Page } from "../page/page.ts";
import { boardName } from "./queue.adapter.ts";
import { boardPath } from "./queue.board.tsx";
import { describeJob, describeReturn } from "./queue.job.ts";

/** The records of a job, which Bull Board shows only as UUIDs. */
export const jobPage: Page = {
  path: "/queue/:queue/jobs/:id",
  right: operatorRight("list"),
  async show(c, _, { boardQueues }) {
    const [name = "", id = ""] = [c.req.param("queue"), c.req.param("id")];
    const definition = stagedObjects.find(({ noun }) => noun === name);
    const queues = definition && boardQueues ? await boardQueues.read() : [];
    const place = { name, ...parseJobId(id) };
    const board = queues.find((one) => one.name === name && one.partition === place.partition);
    const job = await board?.queue.getJob(place.id);
    if (!definition || !job)
      throw new PageError(404, "The queue has no such job, or no longer.", "Look at its records instead.");
    const result = describeReturn(job.returnvalue);
    return {
      title: `Job ${id}: ${describeJob(name, job)}`,
      body: (
        <>
          <Facts
            facts={[
              ["State", await job.getState()],
              ["Added", new Date(job.timestamp).toISOString()],
              ["Attempts", String(job.attemptsMade)],
              ...(typeof result === "string" ? ([["Batch", result]] as const) : []),
              ...(job.failedReason ? ([["Error", job.failedReason]] as const) : []),
            ]}
          />
          <ul class="ids">
            {job.data.ids.map((uuid) => {
              const ID = formatId(definition.idPrefix, uuid);
              return (
                <li>
                  <a href={`/find?q=${ID}`}>{ID}</a>
                </li>
              );
            })}
          </ul>
          <p>
            <a href={`${boardPath}/queue/${boardName(place)}/${encodeURIComponent(place.id)}`}>In Bull Board</a>
          </p>
        </>
      ),
    };
  },
};
