import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

/** What distinguishes a process from a later one with the same number. */
export interface ProcessIdentity {
  /** Opaque; equal only for the same run of the same process. Empty if the system hides it. */
  readonly startedAt: string;
  /** The command line, arguments joined by spaces. */
  readonly command: string;
}

/**
 * The identity of a running process, or undefined when it has ended.
 * A zombie counts as ended: it holds no files and no ports.
 */
export async function identifyProcess(pid: number): Promise<ProcessIdentity | undefined> {
  if (!isListed(pid)) return undefined;
  return process.platform === "linux" ? identifyByProc(pid) : identifyByPs(pid);
}

/** Whether the system lists the process, a zombie included. */
export function isListed(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

async function identifyByProc(pid: number): Promise<ProcessIdentity | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8");
    // The name in parentheses may hold anything, so the fields are counted from its end.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (fields[0] === "Z" || fields[0] === "X") return undefined;
    const command = await readFile(`/proc/${pid}/cmdline`, "utf8");
    return { startedAt: fields[19] ?? "", command: command.split("\0").join(" ").trim() };
  } catch {
    // Ended between the two looks, or hidden from this user (hidepid): the signal decides.
    return isListed(pid) ? { startedAt: "", command: "" } : undefined;
  }
}

const psLine = /^(\S+)\s+(\S+\s+\S+\s+\S+\s+\S+\s+\S+)\s+(.*)$/s;

async function identifyByPs(pid: number): Promise<ProcessIdentity | undefined> {
  const args = ["-o", "stat=,lstart=,command=", "-ww", "-p", String(pid)];
  const env = { LC_ALL: "C" };
  const result = await promisify(execFile)("/bin/ps", args, { env }).catch(() => undefined);
  const match = psLine.exec(result?.stdout.trim() ?? "");
  if (!match) return isListed(pid) ? { startedAt: "", command: "" } : undefined;
  const [, state = "", startedAt = "", command = ""] = match;
  if (state.startsWith("Z")) return undefined;
  return { startedAt: startedAt.replaceAll(/\W/g, ""), command };
}
