import { randomBytes } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import type { Account } from "./process/run.ts";

const unprivilegedUsers = ["postgres", "_postgres", "nobody"] as const;

/**
 * The user that a server runs as; undefined means the user of this process. No server runs as root: for root it is the
 * owner of the server's data folder, so that an ordinary user keeps their folder. Without that folder it
 * is the first of `unprivilegedUsers` that the system has.
 */
export async function chooseAccount(serverDir: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const found = await stat(serverDir).catch(() => undefined);
  if (found !== undefined && found.uid !== 0) return { uid: found.uid, gid: found.gid };
  const account = findAccount(await readFile("/etc/passwd", "utf8"), unprivilegedUsers);
  if (account === undefined) {
    throw new Error(
      `Servers do not run as root, and this system has none of the users ${unprivilegedUsers.join(", ")}: run this as an ordinary user, or set DATABASE_URL and QUEUE_URL.`,
    );
  }
  return account;
}

/** The first of the named users in the text of a passwd file. */
export function findAccount(passwd: string, names: readonly string[]): Account | undefined {
  const lines = passwd.split("\n").map((line) => line.split(":"));
  for (const name of names) {
    const found = lines.find((fields) => fields[0] === name);
    // Systems that write nobody as -2 mean the unsigned number.
    if (found) return { uid: Number(found[2]) >>> 0, gid: Number(found[3]) >>> 0 };
  }
  return undefined;
}

const passwordBytes = 24;

/** A random password of characters that need no escapes in URLs, SQL and configuration files. */
export function randomPassword(): string {
  return randomBytes(passwordBytes).toString("base64url");
}
