import { setTimeout as delay } from "node:timers/promises";
import { formatCount } from "@rewards/lab/report/report";
import { Connection } from "../load/connection.ts";
import { createTraffic } from "../load/paced.ts";
import { workloads } from "../load/workload.ts";
import { quantilesOf } from "../measure/figures.ts";
import { type OptionValues, positive } from "../run/command.ts";
import { formatMs } from "./end.ts";
import type { Drill } from "./world.ts";

const connectionsMax = 1_000;
const answerWaitMsMax = 30_000;

/** A sent sale and its answer. Times are of performance.now. */
export interface Sent {
  readonly key: string;
  /** When it was due. Latency counts from here, so that a stall of the service does not slow the measurement. */
  readonly dueMs: number;
  readonly answeredMs: number;
  /** 0 if the connection broke. */
  readonly status: number;
  readonly hasRetryAfter: boolean;
}

/** Options of a drill in which a server is away for a while, under load at a fixed rate. */
export const spanOptions = (what: string, seconds: number) => ({
  seconds: positive(`seconds for which ${what}`, seconds, 4),
  besideSeconds: positive("seconds of the same load to warm up, before and afterwards", 5, 1),
  perSecond: positive("sales a second", 300, 100),
});
type SpanOptions = OptionValues<ReturnType<typeof spanOptions>>;

/**
 * Sends sales at a fixed rate, whatever their answers, until it is stopped. Resolves when the first span has passed,
 * which began at `startedMs`. `prefix` begins every ExternalID.
 */
export async function startSteadyLoad(
  { apiUrl, members }: Drill,
  prefix: string,
  { perSecond, besideSeconds }: Omit<SpanOptions, "seconds">,
) {
  const opened: Connection[] = [];
  const more = () => {
    if (opened.length === connectionsMax) return undefined;
    opened.push(new Connection(apiUrl));
    return opened.at(-1);
  };
  const sent: Sent[] = [];
  const traffic = createTraffic(
    { perSecond, connections: [], more, openEvery: Number.POSITIVE_INFINITY },
    workloads.uniform({ prefix, members }),
    (answer, n, dueMs) => sent.push({ key: `${prefix}-${n}`, dueMs, answeredMs: performance.now(), ...answer }),
  );
  const running = traffic.run(Number.POSITIVE_INFINITY, answerWaitMsMax);
  // Warm up first, so that the first measurement compares with later ones.
  await delay(besideSeconds * 1_000);
  const startedMs = performance.now();
  await delay(besideSeconds * 1_000);
  return {
    startedMs,
    sent: sent as readonly Sent[],
    async stop(): Promise<void> {
      traffic.stop();
      const { unanswered } = await running;
      for (const connection of opened) connection.close();
      if (unanswered > 0) throw new Error(`${unanswered} sales were not answered within ${answerWaitMsMax} ms`);
    },
  };
}

/** The outcome of the sales that were due in a time span: answers by status, 0 for a broken connection. */
export function summarise(sent: readonly Sent[], fromMs: number, toMs: number) {
  const within = sent.filter(({ dueMs }) => dueMs >= fromMs && dueMs < toMs);
  const statuses: Record<number, number> = {};
  for (const { status } of within) statuses[status] = (statuses[status] ?? 0) + 1;
  const latencyMs = quantilesOf(accepted(within).map(({ dueMs, answeredMs }) => answeredMs - dueMs));
  return { seconds: (toMs - fromMs) / 1_000, statuses, latencyMs };
}

export const accepted = (sent: readonly Sent[]) => sent.filter(({ status }) => status === 201);

export function spanRow(name: string, { seconds, statuses, latencyMs }: ReturnType<typeof summarise>) {
  const { p50, p99, max } = latencyMs;
  const answers = Object.entries(statuses).map(
    ([status, count]) => `${formatCount(count)} × ${status === "0" ? "cut" : status}`,
  );
  const latency = `p50 ${formatMs(p50)}, p99 ${formatMs(p99)}, max ${formatMs(max)}`;
  return [`${name} (${seconds.toFixed(0)} s)`, `${answers.join(", ")}; 201s: ${latency}`] as const;
}
