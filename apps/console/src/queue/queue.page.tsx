import { operatorRight } from "@rewards/domain";
import type { QueueState } from "@rewards/queue";
import { formatCount } from "@rewards/runtime";
import { ActionLink } from "../action/action.link.tsx";
import type { Viewer } from "../context.ts";
import type { Page } from "../page/page.ts";
import { Table } from "../page/table.tsx";
import { boardPath } from "./queue.board.tsx";
import { queueNames } from "./queue.names.ts";
import { pauseAction, queueField, resumeAction } from "./queue.pause.tsx";

/** The queues, and whether workers take jobs from them. */
export const queuePage: Page = {
  path: "/queue",
  menu: "Queues",
  right: operatorRight("list"),
  async show(_, viewer, { look }) {
    const { queue } = await look();
    const title = "Queues";
    if (queue === null) return { title, body: <p class="card problem">Set QUEUE_URL of the console.</p> };
    if ("fault" in queue) return { title, body: <p class="card problem">{queue.fault}</p> };
    return { title, body: <Queues queue={queue} viewer={viewer} /> };
  },
};

const Queues = ({ queue, viewer }: { readonly queue: QueueState; readonly viewer: Viewer }) => (
  <>
    <Table
      caption={`Jobs, by queue (${queue.backend === "redis" ? "Redis" : "in Postgres"})`}
      head={["Queue", "State", "Action", "Waiting", "In hand", "Later", "Failed"]}
      numbers={[3, 4, 5, 6]}
      rows={queueNames.map((name) => {
        const isPaused = queue.paused.includes(name);
        const { waiting = 0, active = 0, delayed = 0, failed = 0 } = queue.jobs[name] ?? {};
        return [
          name,
          isPaused ? <strong>paused</strong> : "runs",
          <ActionLink action={isPaused ? resumeAction : pauseAction} viewer={viewer} fields={{ [queueField]: name }}>
            {isPaused ? "Resume" : "Pause"}
            <span class="hidden"> {name}</span>
          </ActionLink>,
          ...[waiting, active, delayed, failed].map(formatCount),
        ];
      })}
    />
    <p>
      <a href={boardPath}>Look at the jobs (Bull Board)</a>
    </p>
  </>
);
