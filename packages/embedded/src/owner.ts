import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { claimFolder, isLive } from "./process/claim.js";

const triesMax = 10;
const ownersFolder = "owners";

/** Another live process uses the folder. */
export class FolderInUseError extends Error {
  override readonly name = "FolderInUseError";
  readonly folder: string;
  readonly pid: number;

  constructor(folder: string, pid: number) {
    super(`Already running from this folder, process ${pid}: ${folder}`);
    this.folder = folder;
    this.pid = pid;
  }
}

/**
 * Makes this process the only owner of a folder until `release` or until the process ends, also by SIGKILL.
 * @throws FolderInUseError, after about a second, while another owner lives.
 */
export function ownFolder(folder: string): Promise<{ release(): void }> {
  return claimFolder(join(folder, ownersFolder), (pid, tries) => {
    if (tries === triesMax) throw new FolderInUseError(folder, pid);
  });
}

/** `used`: a process owns it; `abandoned`: its owners ended without releasing it; `free`: nobody has claimed it. */
export async function findOwnerState(folder: string): Promise<"used" | "abandoned" | "free"> {
  const claims = await readdir(join(folder, ownersFolder)).catch(() => []);
  if (claims.some(isLive)) return "used";
  return claims.length > 0 ? "abandoned" : "free";
}
