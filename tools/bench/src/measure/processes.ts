import { cpuSecondsOf, memoryMibOf } from "@rewards/lab/cpu";
import { cpuColumns, type Figures, mbPerMib } from "./figures.ts";

/** In the order of `cpuColumns`. */
const parts = ["api", "worker", "postgres", "redis"] as const;
type Part = (typeof parts)[number];

/** CPU and memory of all processes of a run, by part. */
export function openProcessMeter(pids: Readonly<Record<Part, readonly number[]>>) {
  const readCpu = (part: Part) => pids[part].reduce((sum, pid) => sum + cpuSecondsOf(pid), 0);
  const before = parts.map(readCpu);
  const peak = (part: Part) => Math.max(0, ...pids[part].map((pid) => memoryMibOf(pid, "peak"))) * mbPerMib;
  return {
    /** Microseconds of CPU since the meter was opened, for each of `count` items. */
    cpuEach(count: number): Figures {
      const each = parts.map((part, index) => ((readCpu(part) - (before[index] as number)) * 1e6) / count);
      const all = each.reduce((sum, one) => sum + one, 0);
      return Object.fromEntries([...each, all].map((value, index) => [cpuColumns[index], value]));
    },
    /** Peak resident memory of the largest API and the largest worker since their start. */
    peakMb: (): Figures => ({ "API MB": peak("api"), "Worker MB": peak("worker") }),
  };
}
