import { auditChange } from "@rewards/db";
import { formatId, operatorRight, stagedObjects } from "@rewards/domain";
import { parseJobId, pauseQueue, type QueueState } from "@rewards/queue";
import { formatCount } from "@rewards/runtime";
import { type Action, type ActionCall, ActionLink } from "../action/action.tsx";
import type { Viewer } from "../context.ts";
import { Facts, Table } from "../page/elements.tsx";
import { PageError } from "../page/page.error.ts";
import type { Page } from "../page/page.ts";
import { boardName, boardPath, describeJob, describeReturn, queueNames, silent } from "./queue.board.tsx";

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

const queueField = "queue";
const back = "/queue";
/** @throws PageError 404 if there is no such queue. */
function queueIn(input: URLSearchParams): string {
  const name = input.get(queueField) ?? "";
  if (queueNames.includes(name)) return name;
  throw new PageError(404, "There is no such queue.", "Go back and choose one.");
}

/** Lets workers take no more jobs of a queue. */
export const pauseAction: Action = {
  path: "/queue/pause",
  right: operatorRight("pause"),
  ask: ({ input }) => ({
    title: `Pause ${queueIn(input)}?`,
    body: (
      <p>
        Workers finish the jobs in hand and take no more. Records are accepted and wait until you resume the queue,
        which grows meanwhile. On Redis, a queue whose data is lost runs again.
      </p>
    ),
    kept: [queueField],
    button: "Pause",
    back,
  }),
  perform: (call) => setPaused(call, true),
};

/** Lets workers take jobs of a queue again. */
export const resumeAction: Action = {
  path: "/queue/resume",
  right: operatorRight("pause"),
  ask: ({ input }) => ({
    title: `Resume ${queueIn(input)}?`,
    body: <p>Workers take its jobs again, the oldest first. Recovery brings back those that were lost.</p>,
    kept: [queueField],
    button: "Resume",
    back,
  }),
  perform: (call) => setPaused(call, false),
};

async function setPaused({ input, author, deps }: ActionCall, isPaused: boolean) {
  const { sql, queueUrl, look } = deps;
  const name = queueIn(input);
  if (queueUrl === undefined)
    throw new PageError(503, "The console does not know where the queue is.", "Set QUEUE_URL of the console.");
  const operation = isPaused ? "queue.pause" : "queue.resume";
  await pauseQueue(queueUrl, {
    name,
    isPaused,
    within: (change) => auditChange(sql, { author, operation, detail: { queue: name } }, change),
    logger: silent,
  });
  look.forget();
  return { to: back, notice: isPaused ? `Paused: ${name}.` : `Resumed: ${name}.` };
}

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
