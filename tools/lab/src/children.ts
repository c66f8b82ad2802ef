import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

const pollMs = 50;
const waitMsMax = 60_000;

/**
 * Ends every child process except those given: SIGTERM, then SIGKILL after 15 s. Children come from the system, not
 * from a list, so that a run leaves none behind however it was cut short. Without /proc, children end by themselves
 * through their IPC channel when this process ends.
 */
export async function endChildren(exceptPids: readonly number[]): Promise<void> {
  const children = () => childPidsOf(process.pid).filter((pid) => !exceptPids.includes(pid));
  for (const pid of children()) signal(pid, "SIGTERM");
  const endsMs = performance.now() + waitMsMax;
  while (children().length > 0 && performance.now() < endsMs) await delay(pollMs);
  for (const pid of children()) signal(pid, "SIGKILL");
}

/** Direct children of a process; empty without /proc. */
export function childPidsOf(pid: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
    return text.split(" ").filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

/** Signals a process; ignores one that has already ended. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended.
  }
}
