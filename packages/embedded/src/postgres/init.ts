import { randomBytes } from "node:crypto";
import { chown, mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { runCommand } from "../process/run.ts";
import type { PostgresBinaries } from "./binaries.ts";
import { postgresUser } from "./password.ts";
import type { PostgresPlace } from "./place.ts";

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
