import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { isListed } from "../process/identify.ts";
import { endServer, type StopStep, servesFolder } from "../process/serve.ts";
import type { PostgresPlace } from "./place.ts";

/** A fast shutdown (ends clients, writes a checkpoint), then an immediate one (recovery at the next start). */
export const postgresStopSteps: readonly StopStep[] = [
  ["SIGINT", 30_000],
  ["SIGQUIT", 10_000],
  ["SIGKILL", 5_000],
];

/** The fields of Postgres' postmaster.pid that are used. */
export interface PostmasterFile {
  readonly pid: number;
  readonly isReady: boolean;
}

export async function readPostmasterFile(clusterDir: string): Promise<PostmasterFile | undefined> {
  const text = await readFile(pidFileOf(clusterDir), "utf8").catch(() => "");
  const lines = text.split("\n").map((line) => line.trim());
  const pid = Number.parseInt(lines[0] ?? "", 10);
  return pid > 0 ? { pid, isReady: lines[7] === "ready" } : undefined;
}

/**
 * Ends a server that a killed run left on this cluster. Call it only as the owner of the folder: then no other process
 * uses the server.
 */
export async function endOrphan(place: PostgresPlace, log: (message: string) => void): Promise<void> {
  const { clusterDir } = place;
  const found = await readPostmasterFile(clusterDir);
  if (found === undefined) return;
  if (await servesFolder(found.pid, /postgres/, clusterDir)) {
    log(`Stopping the Postgres of an earlier run (process ${found.pid})`);
    await endServer(found.pid, postgresStopSteps);
    return;
  }
  // Postgres itself clears up after a process that is gone. It would refuse to start, though,
  // because of a zombie or of another program that got the number since.
  if (isListed(found.pid)) await rm(pidFileOf(clusterDir), { force: true });
}

function pidFileOf(clusterDir: string): string {
  return join(clusterDir, "postmaster.pid");
}
