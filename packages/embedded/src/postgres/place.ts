import { createHash } from "node:crypto";
import { mkdir, realpath } from "node:fs/promises";
import { join, resolve } from "node:path";
import { canReach } from "../folder/reach.ts";
import { makeSharedFolder } from "../folder/shared.ts";
import type { Account } from "../process/run.ts";
import { chooseAccount } from "./account.ts";

/** Where a Postgres server lives and as whom it runs. */
export interface PostgresPlace {
  readonly account: Account | undefined;
  /** Holds the cluster, the log and the owner's claim. */
  readonly folder: string;
  /** The data directory in the sense of Postgres. */
  readonly clusterDir: string;
  readonly logFile: string;
}

/**
 * Decides where the data of `dataDir` is kept: there, or, where the user that Postgres must run
 * as cannot enter it (root's home), in a temporary folder named after it.
 */
export async function choosePlace(dataDir: string, log: (message: string) => void): Promise<PostgresPlace> {
  await mkdir(dataDir, { recursive: true });
  const wanted = await realpath(resolve(dataDir));
  const account = await chooseAccount(clusterOf(wanted));
  if (account === undefined || (await canReach(wanted, account))) {
    return describePlace(wanted, account);
  }
  const name = `rewards-data-${createHash("sha256").update(wanted).digest("hex").slice(0, 16)}`;
  const folder = await makeSharedFolder(name, account);
  log(`Postgres cannot run as root, and its user cannot reach ${wanted}: data is in ${folder}`);
  return describePlace(folder, account);
}

function clusterOf(folder: string): string {
  return join(folder, "cluster");
}

function describePlace(folder: string, account: Account | undefined): PostgresPlace {
  return {
    account,
    folder,
    clusterDir: clusterOf(folder),
    logFile: join(folder, "postgres.log"),
  };
}
