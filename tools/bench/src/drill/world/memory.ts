import type { Closers } from "@rewards/lab/closers";
import { memoryMibOf } from "@rewards/lab/cpu";
import type { DrillProcesses } from "./processes.ts";

const sampleEveryMs = 1_000;

/** Resident memory in MiB, of the largest process of its kind. */
interface MemoryFigures {
  readonly start: number;
  readonly peak: number;
  readonly end: number;
}

export type MemoryByPart = Readonly<Record<"api" | "worker", MemoryFigures>>;

/** Samples every second until the closers run. The result reads the figures so far. */
export function watchMemory({ pids }: DrillProcesses, closers: Closers): () => MemoryByPart {
  const read = (part: "api" | "worker") => Math.max(...pids[part].map((pid) => memoryMibOf(pid, "now")));
  const start = { api: read("api"), worker: read("worker") };
  const peak = { ...start };
  const sample = () => {
    for (const part of ["api", "worker"] as const) peak[part] = Math.max(peak[part], read(part));
  };
  const timer = setInterval(sample, sampleEveryMs);
  closers.add(async () => clearInterval(timer));
  const of = (part: "api" | "worker") => ({ start: start[part], peak: peak[part], end: read(part) });
  return () => {
    sample();
    return { api: of("api"), worker: of("worker") };
  };
}
