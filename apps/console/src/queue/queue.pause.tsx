import { auditChange } from "@rewards/db";
import { operatorRight } from "@rewards/domain";
import { pauseQueue } from "@rewards/queue";
import type { Action, ActionCall } from "../action/action.ts";
import { PageError } from "../page/page.error.ts";
import { queueNames, silent } from "./queue.names.ts";

export const queueField = "queue";
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
