import { existsSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { chooseAccount } from "../account.ts";
import { runCommand } from "../process/run.ts";

const serverNames = ["redis-server", "valkey-server"] as const;
/** BullMQ needs 6.2 or newer. */
const versionMin = { major: 6, minor: 2 } as const;

/**
 * The absolute path of the first `redis-server` or `valkey-server` of a sufficient version in the folders of `path`
 * (the value of PATH), which the account that it runs as can start; or undefined.
 */
export async function findRedisServer(path: string | undefined): Promise<string | undefined> {
  for (const folder of (path ?? "").split(delimiter).filter(isAbsolute)) {
    for (const name of serverNames) {
      const binary = join(folder, name);
      if (existsSync(binary) && (await isRecent(binary))) return binary;
    }
  }
  return undefined;
}

/** False also if there is no such program. */
async function isRecent(binary: string): Promise<boolean> {
  const { output } = await runCommand(binary, ["--version"], await chooseAccount(binary));
  const [, major, minor] = /v=(\d+)\.(\d+)/.exec(output) ?? [];
  if (major === undefined) return false;
  if (Number(major) !== versionMin.major) return Number(major) > versionMin.major;
  return Number(minor) >= versionMin.minor;
}
