import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

const pollMs = 50;
const waitMsMax = 15_000;

/**
 * Ends every process that this one started, but those named: SIGTERM, and SIGKILL to what still runs after 15 s. Found by
 * the system rather than kept in a list, so that no run, however it was cut short, leaves one behind. Where there is no
 * /proc they end by themselves when this process does, by their IPC channel.
 */
export async function endChildren(exceptPids: readonly number[]): Promise<void> {
  const children = () => childPidsOf(process.pid).filter((pid) => !exceptPids.includes(pid));
  for (const pid of children()) signal(pid, "SIGTERM");
  const endsMs = performance.now() + waitMsMax;
  while (children().length > 0 && performance.now() < endsMs) await delay(pollMs);
  for (const pid of children()) signal(pid, "SIGKILL");
}

/** Of a process; none where there is no /proc. */
export function childPidsOf(pid: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
    return text.split(" ").filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

/** A process that has ended meanwhile hears nothing. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended.
  }
}
