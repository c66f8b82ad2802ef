import { memoryMibOf, treeOf } from "./cpu.ts";

const sampleEveryMs = 250;

/**
 * Follows the resident memory of processes and all that they start: the sum of what each had at most, over those that
 * lived at the same time, MiB.
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
