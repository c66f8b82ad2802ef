import { randomBytes } from "node:crypto";
import { chmod, lstat, mkdir, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Account } from "../process/run.ts";
import { canReach } from "./reach.ts";

const worldReadable = 0o755;

/**
 * A folder under the system's temporary folder that only this user can write and that `account`
 * can enter. Throws if a folder of that name belongs to another user.
 */
export async function makeSharedFolder(name: string, account: Account | undefined): Promise<string> {
  const folder = join(await findTemporaryFolder(account), name);
  await mkdir(folder, { mode: worldReadable }).catch(ignoreExisting);
  await requireOwn(folder);
  return folder;
}

/** As `makeSharedFolder`, filled by `fill` once: it appears complete or not at all. */
export async function fillSharedFolder(
  name: string,
  account: Account | undefined,
  fill: (folder: string) => Promise<void>,
): Promise<string> {
  const parent = await findTemporaryFolder(account);
  const folder = join(parent, name);
  if (await requireOwn(folder)) return folder;
  const draft = join(parent, `${name}.${randomBytes(6).toString("hex")}`);
  try {
    await mkdir(draft, { mode: worldReadable });
    // The mode given to mkdir is cut by the umask.
    await chmod(draft, worldReadable);
    await fill(draft);
    // Another process may have been faster; its folder is as good.
    await rename(draft, folder).catch(ignoreExisting);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  await requireOwn(folder);
  return folder;
}

async function findTemporaryFolder(account: Account | undefined): Promise<string> {
  for (const folder of [tmpdir(), "/tmp", "/var/tmp"]) {
    if (await canReach(folder, account)) return folder;
  }
  throw new Error(`No temporary folder that user ${account?.uid ?? "of this process"} can reach.`);
}

/** Whether the folder is there; throws when it is not a folder of this user's own. */
async function requireOwn(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined);
  if (found === undefined) return false;
  if (found.isDirectory() && found.uid === process.getuid?.()) return true;
  throw new Error(`${folder} is not a folder of this user; remove it and try again.`);
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST" && error.code !== "ENOTEMPTY") throw error;
}
