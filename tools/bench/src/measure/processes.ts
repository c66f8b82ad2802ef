import { cpuSecondsOf, memoryMibOf } from "@rewards/lab/cpu";
import type { Figures } from "../run/figures.ts";

const parts = { api: "API", worker: "Worker", postgres: "Postgres", redis: "Redis" } as const;
type Part = keyof typeof parts;

/** Columns of CPU: of each part, and of all. */
export const cpuColumns = [...Object.values(parts), "CPU"] as const;

/** Memory promises are in MB; the system counts in MiB. */
export const mbPerMib = 1_048_576 / 1e6;

/** CPU and memory of all processes of a run, by part. */
export function openProcessMeter(pids: Readonly<Record<Part, readonly number[]>>) {
  const names = Object.keys(parts) as Part[];
  const readCpu = (part: Part) => pids[part].reduce((sum, pid) => sum + cpuSecondsOf(pid), 0);
  const before = names.map(readCpu);
  const peak = (part: Part) => Math.max(0, ...pids[part].map((pid) => memoryMibOf(pid, "peak"))) * mbPerMib;
  return {
    /** Microseconds of CPU since the meter was opened, for each of `count` items. */
    cpuEach(count: number): Figures {
      const each = names.map((part, index) => ((readCpu(part) - (before[index] as number)) * 1e6) / count);
      const all = each.reduce((sum, one) => sum + one, 0);
      return Object.fromEntries([...each, all].map((value, index) => [cpuColumns[index], value]));
    },
    /** Peak resident memory of the largest API and the largest worker since their start. */
    peakMb: (): Figures => ({ "API MB": peak("api"), "Worker MB": peak("worker") }),
  };
}
