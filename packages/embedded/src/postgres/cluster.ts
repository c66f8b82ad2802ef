import { randomBytes } from "node:crypto";
import { chown, mkdir, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { chooseAccount } from "../account.ts";
import { placeFolder } from "../folder.ts";
import { isListed } from "../process/claim.js";
import { type Account, runCommand } from "../process/run.ts";
import { endServer, type StopStep, servesFolder } from "../process/serve.ts";
import type { PostgresBinaries } from "./binaries.ts";

/** The superuser of every embedded server, who owns the tables. */
export const postgresUser = "rewards";

/** The folders of a Postgres server, and the user that it runs as. */
export interface PostgresPlace {
  readonly account: Account | undefined;
  /** Holds the cluster, the log, the password and the owner's claim. */
  readonly folder: string;
  /** The data directory in the sense of Postgres. */
  readonly clusterDir: string;
  readonly logFile: string;
}

/** Chooses the folder of the data (see placeFolder) and the user that the server runs as. */
export async function choosePlace(dataDir: string, log: (message: string) => void): Promise<PostgresPlace> {
  const account = await chooseAccount(join(dataDir, "cluster"));
  const folder = await placeFolder(dataDir, account, log);
  return { account, folder, clusterDir: join(folder, "cluster"), logFile: join(folder, "postgres.log") };
}

const ownerOnly = 0o700;

/**
 * Makes the cluster unless it is there. It is made under another name and renamed when complete,
 * so an interrupted run leaves nothing that looks like a cluster. The caller owns the folder.
 */
export async function initCluster(binaries: PostgresBinaries, place: PostgresPlace, durable: boolean): Promise<void> {
  const { clusterDir, account } = place;
  if (await exists(clusterDir)) return;
  await removeDrafts(clusterDir);
  const draft = `${clusterDir}.draft-${randomBytes(6).toString("hex")}`;
  await mkdir(draft, { mode: ownerOnly });
  if (account) await chown(draft, account.uid, account.gid);
  const args = [
    `--pgdata=${draft}`,
    "--encoding=UTF8",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    // Of the cluster's own pg_hba.conf, which is not read: access.ts says who may connect.
    "--auth=reject",
    `--username=${postgresUser}`,
    ...(durable ? [] : ["--no-sync"]),
  ];
  const result = await runCommand(binaries.initdb, args, account);
  if (result.code !== 0) throw new Error(`initdb failed:\n${result.output.trim()}`);
  await rename(draft, clusterDir);
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return false;
      throw error;
    },
  );
}

async function removeDrafts(clusterDir: string): Promise<void> {
  const parent = dirname(clusterDir);
  const prefix = `${basename(clusterDir)}.draft-`;
  for (const name of await readdir(parent)) {
    if (name.startsWith(prefix)) await rm(join(parent, name), { recursive: true, force: true });
  }
}

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
  if (servesFolder(found.pid, /postgres/, clusterDir)) {
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
