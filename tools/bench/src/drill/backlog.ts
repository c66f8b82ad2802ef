import { awaitCount } from "@rewards/lab/poll";
import { countWaiting } from "@rewards/lab/queue";
import { atMost, exactly, formatCount } from "@rewards/lab/report/report";
import { runLoad } from "../load/load.run.ts";
import { countPosted } from "../measure/database.ts";
import { whole } from "../run/command.ts";
import { awaitDrained, checkEnd, countPending, formatMs, memoryRows, saleBars } from "./end.ts";
import { defineDrill, loseQueue } from "./world.ts";

const prefix = "backlog";
const connections = 128;
const sendSecondsMax = 600;
const firstPostedSecondsMax = 10;

/**
 * Sales and their jobs accumulate while every worker is halted. The queue loses everything, the workers continue, and
 * no operator intervenes. Times are milliseconds from the queue's return.
 */
export const backlog = defineDrill({
  name: "backlog",
  summary: "the queue loses all jobs of a backlog",
  options: { sales: whole("sales pending when the queue is lost", 100_000, 1_000) },
  // While Redis is down, the leader would post without it, and recovery would have less to enqueue.
  env: { POST_WITHOUT_QUEUE: "no" },
  async measure(drill, { sales, members }) {
    const { say, sql, signalWorkers } = drill;
    signalWorkers("SIGSTOP");
    say(`sending ${sales} sales while the workers are halted`);
    const workload = { name: "uniform", prefix, members } as const;
    const bounds = { seconds: sendSecondsMax, countMax: sales };
    const { accepted } = await runLoad({ url: drill.apiUrl, connections, workload, ...bounds });
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
  },
  rows: (found) => [
    ["Sales accepted", `${formatCount(found.accepted)} of ${formatCount(found.sales)}`],
    ["When the queue was lost: pending, jobs", [found.pendingAtLoss, found.jobsAtLoss].map(formatCount).join(", ")],
    ["Queue back to the first sale posted", formatMs(found.firstPostedMs)],
    ["Queue back to all posted", formatMs(found.drainedMs)],
    ["Posted a second", formatCount((found.pendingAtLoss * 1_000) / found.drainedMs)],
    ["IDs enqueued again", formatCount(found.enqueuedAgain)],
    ...memoryRows(found.memory),
  ],
  bars: (found) => [
    atMost("first posted after the queue is back", firstPostedSecondsMax, "s", found.firstPostedMs / 1_000),
    exactly("sales accepted", found.sales, found.accepted),
    atMost("IDs enqueued again, of those pending", 2, "times", found.enqueuedAgain / found.pendingAtLoss),
    ...saleBars(found),
  ],
});
