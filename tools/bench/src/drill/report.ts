import { atMost, booksHold, exactly } from "@rewards/lab/report/bars";
import { formatCount } from "@rewards/lab/report/number";
import type { Bar } from "@rewards/lab/report/report";
import type { EndFigures } from "./end.ts";
import type { SpanFigures } from "./steady.ts";
import type { MemoryByPart } from "./world.ts";

/** A row of a drill's table: name and value. */
export type Row = readonly [name: string, value: string];

/** What a drill shows. */
export interface DrillReport {
  readonly rows: readonly Row[];
  readonly bars: readonly Bar[];
}

/**
 * A process' allowed growth after its start: its pools and batches at full load, far less than a backlog would take.
 */
const growthMibMax = 256;

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
export function saleBars({ accepted, durable, memory, ...ended }: EndFigures & { readonly accepted: number }): Bar[] {
  const growthOf = (part: "api" | "worker") => memory[part].peak - memory[part].start;
  return [
    exactly("sales answered 201 that are posted once", accepted, durable),
    endedBar(ended),
    atMost("growth of the API", growthMibMax, "MiB", growthOf("api")),
    atMost("growth of a worker", growthMibMax, "MiB", growthOf("worker")),
    booksHold,
  ];
}

export const endedBar = ({ processesEnded }: Pick<EndFigures, "processesEnded">): Bar =>
  exactly("processes that ended", 0, processesEnded);
