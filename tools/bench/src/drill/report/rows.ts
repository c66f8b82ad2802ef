import { exactly } from "@rewards/lab/report/bars";
import { formatCount } from "@rewards/lab/report/number";
import type { Bar } from "@rewards/lab/report/report";
import type { SpanFigures } from "../load/summary.ts";
import type { MemoryByPart } from "../world/memory.ts";

/** A row of a drill's table: name and value. */
export type Row = readonly [string, string];

export const formatMs = (ms: number) => (ms < 1_000 ? `${ms.toFixed(0)} ms` : `${(ms / 1_000).toFixed(1)} s`);

export function memoryRows(memory: MemoryByPart): Row[] {
  return (["api", "worker"] as const).map((part) => {
    const { start, peak, end } = memory[part];
    const figures = [start, peak, end].map((mib) => mib.toFixed(0)).join(", ");
    return [`Memory of ${part === "api" ? "the API" : "a worker"}, start, peak, end`, `${figures} MiB`];
  });
}

export function spanRow(name: string, { seconds, statuses, latencyMs: { p50, p99, max } }: SpanFigures): Row {
  const answers = Object.entries(statuses).map(
    ([status, count]) => `${formatCount(count)} × ${status === "0" ? "cut" : status}`,
  );
  const latency = `p50 ${formatMs(p50)}, p99 ${formatMs(p99)}, max ${formatMs(max)}`;
  return [`${name} (${seconds.toFixed(0)} s)`, `${answers.join(", ")}; 201s: ${latency}`];
}

/** Bars of every drill with sales. */
export function saleBars({ accepted, durable, processesEnded }: Ended & { accepted: number; durable: number }): Bar[] {
  return [exactly("sales answered 201 that are posted once", accepted, durable), ...endedBars({ processesEnded })];
}

interface Ended {
  readonly processesEnded: number;
}

export const endedBars = ({ processesEnded }: Ended): Bar[] => [exactly("processes that ended", 0, processesEnded)];
