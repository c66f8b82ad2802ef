import { chmod, chown, lchown, mkdir, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Account } from "../process/run.ts";

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
  await mkdir(folder, { recursive: true, mode: ownerOnlyFolder });
  const found = await stat(folder);
  if (found.mode & sticky || !isOurs(found)) return;
  if (account) await chown(folder, found.uid, account.gid);
  await chmod(folder, account ? passableFolder : ownerOnlyFolder);
}

/** Makes a folder that only `account` (undefined: this user) can enter, and gives it the files that root left there. */
export async function giveFolder(folder: string, account: Account | undefined): Promise<void> {
  await mkdir(folder, { recursive: true, mode: ownerOnlyFolder });
  const found = await stat(folder);
  if (found.mode & sticky || !isOurs(found)) return;
  if (account && found.uid !== account.uid) {
    // Links are not followed: they become the account's, not what they lead to.
    const names = await readdir(folder, { recursive: true });
    for (const name of [".", ...names]) await lchown(join(folder, name), account.uid, account.gid);
  }
  await chmod(folder, ownerOnlyFolder);
}

function isOurs({ uid }: { readonly uid: number }): boolean {
  const self = process.getuid?.();
  return self === 0 || self === uid;
}
