import { readdirSync, readFileSync } from "node:fs";

/** Linux counts CPU time in ticks of 1/100 s. */
const ticksPerSecond = 100;

interface Stat {
  readonly pid: number;
  readonly parent: number;
  /** Of the process itself and of its children that have ended. */
  readonly cpuSeconds: number;
}

function readStat(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name may contain spaces and brackets; the numbers follow its last bracket.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0);
    return { pid, parent: Number(fields[1]), cpuSeconds: ticks / ticksPerSecond };
  } catch {
    return undefined;
  }
}

/** CPU seconds of a process and its children, living and ended. Linux only; 0 if the process is gone. */
export function cpuSecondsOf(pid: number): number {
  const children = readStats().filter((stat) => stat.parent === pid);
  return [readStat(pid), ...children].reduce((sum, stat) => sum + (stat?.cpuSeconds ?? 0), 0);
}

/** A process and all its descendants. */
export function treeOf(pid: number): number[] {
  const stats = readStats();
  const below = (parent: number): number[] =>
    stats.filter((stat) => stat.parent === parent).flatMap((stat) => [stat.pid, ...below(stat.pid)]);
  return [pid, ...below(pid)];
}

function readStats(): Stat[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readStat(Number(name)) ?? []);
}

const memoryLines = {
  now: /^VmRSS:\s+(\d+) kB$/m,
  peak: /^VmHWM:\s+(\d+) kB$/m,
} as const;

/** Resident memory in MiB, current or peak; 0 if the process is gone. */
export function memoryMibOf(pid: number, which: keyof typeof memoryLines): number {
  try {
    const match = memoryLines[which].exec(readFileSync(`/proc/${pid}/status`, "utf8"));
    return Number(match?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

const sampleEveryMs = 250;

/**
 * Follows the resident memory of processes and their descendants. Returns MiB: the largest sum of the peaks of
 * processes that lived at the same time.
 */
export function watchPeak(pids: readonly number[]): () => number {
  let peakMib = 0;
  const look = () => {
    const all = pids.flatMap(treeOf);
    peakMib = Math.max(
      peakMib,
      all.reduce((sum, pid) => sum + memoryMibOf(pid, "peak"), 0),
    );
  };
  const timer = setInterval(look, sampleEveryMs);
  return () => {
    clearInterval(timer);
    look();
    return peakMib;
  };
}
