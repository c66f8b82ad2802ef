import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { chooseAccount } from "../account.ts";
import { placeFolder } from "../folder.ts";
import type { Account } from "../process/run.ts";
import { endServer, type StopStep, servesFolder } from "../process/serve.ts";

/** The folders of a Redis server, and the user that it runs as. */
export interface RedisPlace {
  readonly account: Account | undefined;
  /** Holds the data, the log and the owner's claim. */
  readonly folder: string;
  /** The server's own folder. */
  readonly dataDir: string;
  readonly logFile: string;
}

/** Chooses the folder of the data (see placeFolder) and the user that the server runs as. */
export async function choosePlace(dataDir: string, log: (message: string) => void): Promise<RedisPlace> {
  const account = await chooseAccount(join(dataDir, "data"));
  const folder = await placeFolder(dataDir, account, log);
  return { account, folder, dataDir: join(folder, "data"), logFile: join(folder, "redis.log") };
}

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
  if (!(pid > 0) || !servesFolder(pid, /redis|valkey/, folder)) return;
  log(`Stopping the Redis of an earlier run (process ${pid})`);
  await endServer(pid, redisStopSteps);
}
