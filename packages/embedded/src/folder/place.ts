import { createHash } from "node:crypto";
import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import type { Account } from "../process/run.ts";
import { closeFolder } from "./close.ts";
import { canReach } from "./reach.ts";
import { makeSharedFolder } from "./shared.ts";

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
  const folder = await makeSharedFolder(name, account);
  await closeFolder(folder, account);
  log(`Servers do not run as root, and the user they run as cannot reach ${wanted}: data is in ${folder}`);
  return folder;
}
