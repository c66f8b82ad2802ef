import { createHash, randomBytes } from "node:crypto";
import type { Stats } from "node:fs";
import { chmod, chown, lchown, lstat, mkdir, readdir, realpath, rename, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { type Account, runCommand } from "./process/run.ts";

/**
 * Makes a folder and its missing parents; several processes may make the same one at once. Node's recursive `mkdir`
 * never ends if an existing folder admits no new ones, such as /proc.
 * @throws the system's error.
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await makeOne(path);
  } catch (error) {
    const parent = dirname(path);
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || parent === path) throw error;
    await makeFolder(parent);
    await makeOne(path);
  }
}

async function makeOne(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    const isMade = (error as NodeJS.ErrnoException).code === "EEXIST" && (await stat(path)).isDirectory();
    if (!isMade) throw error;
  }
}

/** A folder for people: relative to the working folder if it is below that. */
export function showFolder(folder: string): string {
  const short = relative(process.cwd(), folder);
  return short.startsWith("..") || isAbsolute(short) ? folder : short;
}

/** The mode of files that hold secrets, logs or state. */
export const ownerOnlyFile = 0o600;

const ownerOnlyFolder = 0o700;
/** For the owner; the group may pass through to its own folder, without listing this one. */
const passableFolder = 0o710;
const sticky = 0o1000;

/**
 * Makes a folder that only its owner can enter, or closes an existing one to others. `account`, the user that a server
 * runs as if this process is root, may pass through. Leaves a folder unchanged that is shared by design, such as /tmp,
 * or belongs to another user.
 */
export async function closeFolder(folder: string, account: Account | undefined): Promise<void> {
  const found = await makeOwn(folder);
  if (!found) return;
  if (account) await chown(folder, found.uid, account.gid);
  await chmod(folder, account ? passableFolder : ownerOnlyFolder);
}

/** Makes a folder that only `account` (undefined: this user) can enter, and gives it the files that root left there. */
export async function giveFolder(folder: string, account: Account | undefined): Promise<void> {
  const found = await makeOwn(folder);
  if (!found) return;
  if (account && found.uid !== account.uid) {
    // Links are not followed: they become the account's, not what they lead to.
    const names = await readdir(folder, { recursive: true });
    for (const name of [".", ...names]) await lchown(join(folder, name), account.uid, account.gid);
  }
  await chmod(folder, ownerOnlyFolder);
}

/** Undefined for a folder that this user must not change: a shared or another user's one. */
async function makeOwn(folder: string): Promise<Stats | undefined> {
  await mkdir(folder, { recursive: true, mode: ownerOnlyFolder });
  const found = await stat(folder);
  const self = process.getuid?.();
  return found.mode & sticky || (self !== 0 && self !== found.uid) ? undefined : found;
}

/**
 * Chooses the folder for a server's data: `dataDir`, or a temporary folder named after it if the server's account
 * cannot enter `dataDir`, as in root's home. Makes the folder and closes it to others.
 */
export async function placeFolder(
  dataDir: string,
  account: Account | undefined,
  log: (message: string) => void,
): Promise<string> {
  await closeFolder(dataDir, account);
  const wanted = await realpath(resolve(dataDir));
  if (account === undefined || (await canReach(wanted, account))) return wanted;
  const name = `rewards-data-${createHash("sha256").update(wanted).digest("hex").slice(0, 16)}`;
  const folder = await fillSharedFolder(name, account, async () => undefined);
  await closeFolder(folder, account);
  log(`Servers do not run as root, and the user they run as cannot reach ${wanted}: data is in ${folder}`);
  return folder;
}

/** Whether the account can enter a folder, its parents too. */
async function canReach(folder: string, account: Account | undefined): Promise<boolean> {
  const { code } = await runCommand("/bin/sh", ["-c", 'test -x "$1"', "sh", folder], account);
  return code === 0;
}

const worldReadable = 0o755;

/**
 * A folder under the system's temporary folder that only this user can write and that `account` can enter, filled by
 * `fill` once: it appears complete or not at all. Throws if a folder of that name belongs to another user.
 */
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
    await rename(draft, folder).catch((error: NodeJS.ErrnoException) => {
      // Another process may have been faster; its folder is as good.
      if (error.code !== "EEXIST" && error.code !== "ENOTEMPTY") throw error;
    });
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
