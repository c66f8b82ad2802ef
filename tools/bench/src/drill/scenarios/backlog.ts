import { awaitCount } from "@rewards/lab/poll";
import { countWaiting } from "@rewards/lab/queue";
import { runLoad } from "../../load/load.run.ts";
import { countPosted } from "../../measure/database.ts";
import { awaitSettled, checkEnd, countPending, type EndFigures } from "../world/books.ts";
import { type Drill, type DrillOptions, loseQueue, openDrill } from "../world/drill.ts";

export interface BacklogFigures extends EndFigures {
  readonly sales: number;
  readonly accepted: number;
  readonly pendingAtLoss: number;
  readonly jobsAtLoss: number;
  readonly postedAtLoss: number;
  /** From the queue's return to the first entry. */
  readonly firstPostedMs: number;
  /** From the queue's return until nothing is pending. */
  readonly drainedMs: number;
  readonly enqueuedAgain: number;
}

const prefix = "backlog";
const connections = 128;
const sendSecondsMax = 600;
const redisDownMs = 5_000;

/**
 * Sales and their jobs accumulate while every worker is halted. The queue loses everything, the workers continue, and
 * no operator intervenes.
 */
export async function runBacklog(options: DrillOptions, { sales }: { sales: number }): Promise<BacklogFigures> {
  const { say } = options;
  // While Redis is down, the leader would post without it, and recovery would have less to enqueue.
  const drill = await openDrill({ ...options, env: { ...options.env, POST_WITHOUT_QUEUE: "no" } });
  const { sql, processes } = drill;
  processes.signalWorkers("SIGSTOP");
  say(`sending ${sales} sales while the workers are halted`);
  const { accepted } = await sendBacklog(drill, options, sales);
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
  const drainedMs = await awaitSettled(sql);
  const keys = Array.from({ length: sales }, (_, n) => `${prefix}-${n}`);
  return {
    ...{ sales, accepted, pendingAtLoss, jobsAtLoss, postedAtLoss },
    firstPostedMs: firstMs - backMs,
    drainedMs: drainedMs - backMs,
    enqueuedAgain: processes.enqueuedAgain(),
    ...(await checkEnd(drill, options, keys)),
  };
}

function sendBacklog({ processes }: Drill, { members }: DrillOptions, sales: number) {
  const pace = { kind: "closed", seconds: sendSecondsMax, countMax: sales } as const;
  return runLoad({ url: processes.apiUrl, connections, pace, workload: { name: "uniform", prefix, members } });
}
