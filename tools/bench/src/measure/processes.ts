import { cpuSecondsOf, memoryMibOf } from "@rewards/lab/cpu";
import type { Servers } from "../servers.ts";
import type { RunningSubject } from "../subject/subject.ts";

export const parts = ["api", "worker", "postgres", "redis"] as const;
export type Part = (typeof parts)[number];
export type ByPart = Readonly<Record<Part, number>>;

/** CPU and memory of all processes of a run, by part. */
export interface ProcessMeter {
  /** Seconds of CPU since the meter was opened. */
  cpuSeconds(): ByPart;
  /** Peak resident memory of the largest API and the largest worker since their start, MiB. */
  peakMib(): Readonly<Record<"api" | "worker", number>>;
}

export function openProcessMeter(subject: RunningSubject, servers: Servers): ProcessMeter {
  const pids: Readonly<Record<Part, readonly number[]>> = { ...subject.pids, ...servers.pids };
  const readCpu = (part: Part) => pids[part].reduce((sum, pid) => sum + cpuSecondsOf(pid), 0);
  const before = byPart(readCpu);
  const peak = (part: "api" | "worker") => Math.max(0, ...pids[part].map((pid) => memoryMibOf(pid, "peak")));
  return {
    cpuSeconds: () => byPart((part) => readCpu(part) - before[part]),
    peakMib: () => ({ api: peak("api"), worker: peak("worker") }),
  };
}

/** Microseconds of CPU per item. */
export function microsecondsEach(cpuSeconds: ByPart, count: number): ByPart {
  return byPart((part) => (cpuSeconds[part] * 1e6) / count);
}

function byPart(of: (part: Part) => number): ByPart {
  return { api: of("api"), worker: of("worker"), postgres: of("postgres"), redis: of("redis") };
}
