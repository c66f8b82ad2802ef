import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chown, mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { isListed } from "../process/claim.js";
import type { ServerKind, ServerPlace } from "../process/hold.ts";
import { runCommand } from "../process/run.ts";
import type { PostgresBinaries } from "./binaries.ts";

/** The superuser of every embedded server, who owns the tables. */
export const postgresUser = "rewards";

export const postgresKind: ServerKind = {
  name: "Postgres",
  dataName: "cluster",
  logName: "postgres.log",
  program: /postgres/,
  // Recovery after a crash replays up to `max_wal_size`.
  startWaitMsMax: 300_000,
  // A fast shutdown (ends clients, writes a checkpoint), then an immediate one (recovery at the next start).
  stopSteps: [
    ["SIGINT", 30_000],
    ["SIGQUIT", 10_000],
    ["SIGKILL", 5_000],
  ],
  heldByEarlier: /pre-existing shared memory block/,
  readPid: async (place) => (await readPostmasterFile(place))?.pid,
};

const ownerOnly = 0o700;

/**
 * Makes the cluster unless it is there. It is made under another name and renamed when complete,
 * so an interrupted run leaves nothing that looks like a cluster. The caller owns the folder.
 */
export async function initCluster(binaries: PostgresBinaries, place: ServerPlace, durable: boolean): Promise<void> {
  const { dataDir: clusterDir, account } = place;
  if (existsSync(clusterDir)) return;
  await removeDrafts(clusterDir);
  const draft = `${clusterDir}.draft-${randomBytes(6).toString("hex")}`;
  await mkdir(draft, { mode: ownerOnly });
  if (account) await chown(draft, account.uid, account.gid);
  const args = [
    `--pgdata=${draft}`,
    "--encoding=UTF8",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    // pg_trgm asks the system what a letter is. Without this, it knows only ASCII's.
    ...(process.platform === "linux" ? ["--lc-ctype=C.UTF-8"] : []),
    // Of the cluster's own pg_hba.conf, which is not read: access.ts says who may connect.
    "--auth=reject",
    `--username=${postgresUser}`,
    ...(durable ? [] : ["--no-sync"]),
  ];
  const result = await runCommand(binaries.initdb, args, account);
  if (result.code !== 0) throw new Error(`initdb failed:\n${result.output.trim()}`);
  await rename(draft, clusterDir);
}

async function removeDrafts(clusterDir: string): Promise<void> {
  const parent = dirname(clusterDir);
  const prefix = `${basename(clusterDir)}.draft-`;
  for (const name of await readdir(parent)) {
    if (name.startsWith(prefix)) await rm(join(parent, name), { recursive: true, force: true });
  }
}

/** The fields of Postgres' postmaster.pid that are used. */
export interface PostmasterFile {
  readonly pid: number;
  readonly isReady: boolean;
}

export async function readPostmasterFile({ dataDir }: ServerPlace): Promise<PostmasterFile | undefined> {
  const text = await readFile(pidFileOf(dataDir), "utf8").catch(() => "");
  const lines = text.split("\n").map((line) => line.trim());
  const pid = Number.parseInt(lines[0] ?? "", 10);
  return pid > 0 ? { pid, isReady: lines[7] === "ready" } : undefined;
}

/**
 * Postgres itself clears up after a process that is gone. It would refuse to start, though, because of a zombie or of
 * another program that got the number since. Call it after `endOrphan`.
 */
export async function clearPidFile(place: ServerPlace): Promise<void> {
  const found = await readPostmasterFile(place);
  if (found !== undefined && isListed(found.pid)) await rm(pidFileOf(place.dataDir), { force: true });
}

function pidFileOf(clusterDir: string): string {
  return join(clusterDir, "postmaster.pid");
}
