import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { endServer, type StopStep, servesFolder } from "../process/serve.ts";

/** On SIGTERM the server writes what it holds before it ends. */
export const redisStopSteps: readonly StopStep[] = [
  ["SIGTERM", 15_000],
  ["SIGKILL", 5_000],
];

/** The file that holds the number of the server's process. */
export function pidFileOf(folder: string): string {
  return join(folder, "redis.pid");
}

/**
 * Ends a server that a killed run left on this folder. Call it only as the owner of the folder: then no other process
 * uses the server.
 */
export async function endOrphan(folder: string, log: (message: string) => void): Promise<void> {
  const pid = Number.parseInt(await readFile(pidFileOf(folder), "utf8").catch(() => ""), 10);
  if (!(pid > 0) || !(await servesFolder(pid, /redis|valkey/, folder))) return;
  log(`Stopping the Redis of an earlier run (process ${pid})`);
  await endServer(pid, redisStopSteps);
}
