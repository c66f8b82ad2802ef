import { setTimeout as delay } from "node:timers/promises";
import { Connection } from "../load/connection.ts";
import { createTraffic } from "../load/paced.ts";
import { workloads } from "../load/workload.ts";
import { type Quantiles, quantilesOf } from "../measure/statistics.ts";

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

/** Sends sales at a fixed rate, whatever their answers, until it is stopped. */
interface SteadyLoad {
  /** Sales sent so far; answers in flight are added later. */
  readonly sent: readonly Sent[];
  /** Resolves with all when the last is answered. */
  stop(): Promise<readonly Sent[]>;
}

/** A server is away for a while, under load at a fixed rate. */
export interface SpanOptions {
  readonly seconds: number;
  /** Seconds under the same load to warm up, then before and afterwards. */
  readonly besideSeconds: number;
  readonly perSecond: number;
}

/** Resolves when the first span has passed, which began at `startedMs`. `prefix` begins every ExternalID. */
export async function startWarmLoad(
  url: string,
  members: number,
  prefix: string,
  { perSecond, besideSeconds }: SpanOptions,
): Promise<{ load: SteadyLoad; startedMs: number }> {
  const load = startSteadyLoad(url, members, prefix, perSecond);
  // Warm up first, so that the first measurement compares with later ones.
  await delay(besideSeconds * 1_000);
  const startedMs = performance.now();
  await delay(besideSeconds * 1_000);
  return { load, startedMs };
}

function startSteadyLoad(url: string, members: number, prefix: string, perSecond: number): SteadyLoad {
  const opened: Connection[] = [];
  const more = () => {
    if (opened.length === connectionsMax) return undefined;
    opened.push(new Connection(url));
    return opened.at(-1);
  };
  const sent: Sent[] = [];
  const makeRequest = workloads.uniform({ name: "uniform", prefix, members });
  const traffic = createTraffic(
    { perSecond, connections: [], more, openEvery: Number.POSITIVE_INFINITY },
    makeRequest,
    (answer, n, dueMs) => sent.push({ key: `${prefix}-${n}`, dueMs, answeredMs: performance.now(), ...answer }),
  );
  const running = traffic.run(Number.POSITIVE_INFINITY, answerWaitMsMax);
  return {
    sent,
    async stop() {
      traffic.stop();
      const { unanswered } = await running;
      for (const connection of opened) connection.close();
      if (unanswered > 0) throw new Error(`${unanswered} sales were not answered within ${answerWaitMsMax} ms`);
      return sent;
    },
  };
}

/** The outcome of the sales that were due in a time span. */
export interface SpanFigures {
  readonly seconds: number;
  /** Answers by status; 0 means a broken connection. */
  readonly statuses: Readonly<Record<number, number>>;
  /** Of the 201s. */
  readonly latencyMs: Quantiles;
}

export function summarise(sent: readonly Sent[], fromMs: number, toMs: number): SpanFigures {
  const within = sent.filter(({ dueMs }) => dueMs >= fromMs && dueMs < toMs);
  const statuses: Record<number, number> = {};
  for (const { status } of within) statuses[status] = (statuses[status] ?? 0) + 1;
  const latencyMs = quantilesOf(accepted(within).map(({ dueMs, answeredMs }) => answeredMs - dueMs));
  return { seconds: (toMs - fromMs) / 1_000, statuses, latencyMs };
}

export const accepted = (sent: readonly Sent[]) => sent.filter(({ status }) => status === 201);
