import { awaitCount } from "@rewards/lab/poll";
import { countWaiting } from "@rewards/lab/queue";
import { atMost, exactly } from "@rewards/lab/report/bars";
import { formatCount } from "@rewards/lab/report/number";
import { runLoad } from "../load/load.run.ts";
import { closed } from "../load/load.spec.ts";
import { countPosted } from "../measure/database.ts";
import { awaitDrained, checkEnd, countPending, type DrillReport, formatMs, memoryRows, saleBars } from "./end.ts";
import { type DrillOptions, loseQueue, openDrill } from "./world.ts";

const prefix = "backlog";
const connections = 128;
const sendSecondsMax = 600;
const firstPostedSecondsMax = 10;

/**
 * Sales and their jobs accumulate while every worker is halted. The queue loses everything, the workers continue, and
 * no operator intervenes. Times are milliseconds from the queue's return.
 */
export async function runBacklog(options: DrillOptions, { sales }: { sales: number }) {
  const { say, members } = options;
  // While Redis is down, the leader would post without it, and recovery would have less to enqueue.
  const drill = await openDrill({ ...options, env: { ...options.env, POST_WITHOUT_QUEUE: "no" } });
  const { sql, signalWorkers } = drill;
  signalWorkers("SIGSTOP");
  say(`sending ${sales} sales while the workers are halted`);
  const workload = { name: "uniform", prefix, members } as const;
  const { accepted } = await runLoad({
    ...{ url: drill.apiUrl, connections, workload },
    pace: closed(sendSecondsMax, sales),
  });
  const jobsAtLoss = await countWaiting(drill.queue.url);
  const [pendingAtLoss, postedAtLoss] = [await countPending(sql), await countPosted(sql)];
  say(`losing the queue, with ${pendingAtLoss} sales pending and ${jobsAtLoss} jobs`);
  const lost = loseQueue(drill);
  if (drill.backend === "redis") signalWorkers("SIGCONT");
  const backMs = await lost;
  signalWorkers("SIGCONT");
  const isMoved = (posted: number) => posted > postedAtLoss;
  const firstPostedMs = (await awaitCount("entries", () => countPosted(sql), isMoved)) - backMs;
  say(`the first sale was posted after ${formatMs(firstPostedMs)}`);
  const drainedMs = (await awaitDrained(sql)) - backMs;
  const keys = Array.from({ length: sales }, (_, n) => `${prefix}-${n}`);
  const end = await checkEnd(drill, keys);
  return { sales, accepted, pendingAtLoss, jobsAtLoss, postedAtLoss, firstPostedMs, drainedMs, ...end };
}

export const reportBacklog = (figures: Awaited<ReturnType<typeof runBacklog>>): DrillReport => ({
  rows: [
    ["Sales accepted", `${formatCount(figures.accepted)} of ${formatCount(figures.sales)}`],
    ["When the queue was lost: pending, jobs", [figures.pendingAtLoss, figures.jobsAtLoss].map(formatCount).join(", ")],
    ["Queue back to the first sale posted", formatMs(figures.firstPostedMs)],
    ["Queue back to all posted", formatMs(figures.drainedMs)],
    ["Posted a second", formatCount((figures.pendingAtLoss * 1_000) / figures.drainedMs)],
    ["IDs enqueued again", formatCount(figures.enqueuedAgain)],
    ...memoryRows(figures.memory),
  ],
  bars: [
    atMost("first posted after the queue is back", firstPostedSecondsMax, "s", figures.firstPostedMs / 1_000),
    exactly("sales accepted", figures.sales, figures.accepted),
    atMost("IDs enqueued again, of those pending", 2, "times", figures.enqueuedAgain / figures.pendingAtLoss),
    ...saleBars(figures),
  ],
});
