import { awaitCount } from "@rewards/lab/poll";
import { countWaiting } from "@rewards/lab/queue";
import { atMost, exactly } from "@rewards/lab/report/bars";
import { formatCount } from "@rewards/lab/report/number";
import { runLoad } from "../load/load.run.ts";
import { closed } from "../load/load.spec.ts";
import { countPosted } from "../measure/database.ts";
import { awaitDrained, checkEnd, countPending } from "./end.ts";
import { type DrillReport, formatMs, memoryRows, saleBars } from "./report.ts";
import { type DrillOptions, loseQueue, openDrill } from "./world.ts";

const prefix = "backlog";
const connections = 128;
const sendSecondsMax = 600;
const redisDownMs = 5_000;

/**
 * Sales and their jobs accumulate while every worker is halted. The queue loses everything, the workers continue, and
 * no operator intervenes.
 */
export async function runBacklog(options: DrillOptions, { sales }: { sales: number }) {
  const { say, members } = options;
  // While Redis is down, the leader would post without it, and recovery would have less to enqueue.
  const drill = await openDrill({ ...options, env: { ...options.env, POST_WITHOUT_QUEUE: "no" } });
  const { sql, processes } = drill;
  processes.signalWorkers("SIGSTOP");
  say(`sending ${sales} sales while the workers are halted`);
  const workload = { name: "uniform", prefix, members };
  const load = { url: processes.apiUrl, connections, pace: closed(sendSecondsMax, sales), workload };
  const { accepted } = await runLoad(load);
  const jobsAtLoss = await countWaiting(drill.queueUrl);
  const [pendingAtLoss, postedAtLoss] = [await countPending(sql), await countPosted(sql)];
  say(`losing the queue, with ${pendingAtLoss} sales pending and ${jobsAtLoss} jobs`);
  const lost = loseQueue(drill, redisDownMs);
  if (drill.backend === "redis") processes.signalWorkers("SIGCONT");
  const backMs = await lost;
  processes.signalWorkers("SIGCONT");
  const isMoved = (posted: number) => posted > postedAtLoss;
  const firstMs = await awaitCount("entries", () => countPosted(sql), isMoved);
  say(`the first sale was posted after ${((firstMs - backMs) / 1_000).toFixed(1)} s`);
  const drainedMs = await awaitDrained(sql);
  const keys = Array.from({ length: sales }, (_, n) => `${prefix}-${n}`);
  return {
    ...{ sales, accepted, pendingAtLoss, jobsAtLoss, postedAtLoss },
    firstPostedMs: firstMs - backMs,
    drainedMs: drainedMs - backMs,
    ...(await checkEnd(drill, keys)),
  };
}

/** Milliseconds from the queue's return to the first entry, and until nothing is pending. */
type BacklogFigures = Awaited<ReturnType<typeof runBacklog>>;

const firstPostedSecondsMax = 10;

export const reportBacklog = (figures: BacklogFigures): DrillReport => ({
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
