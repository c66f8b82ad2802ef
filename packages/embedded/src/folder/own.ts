import { randomBytes } from "node:crypto";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { identifyProcess } from "../process/identify.ts";

const claimTriesMax = 10;
const claimWaitMsMin = 30;
const claimWaitMsMax = 120;
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

export interface FolderOwnership {
  release(): Promise<void>;
}

/**
 * Makes this process the only owner of a folder until `release` or until the process ends, also by SIGKILL. Throws
 * FolderInUseError, after about a second, while another owner lives.
 *
 * A claim is a file whose name identifies the claimant. A claimant writes its own first and reads the others
 * afterwards, so of two claimants at least one sees the other and gives way. It removes only files of processes that
 * ended, each by its unique name, so a claimant that looked too early cannot remove a live claim.
 */
export async function ownFolder(folder: string): Promise<FolderOwnership> {
  const owners = join(folder, ownersFolder);
  await mkdir(owners, { recursive: true });
  for (let tries = 1; ; tries += 1) {
    const claim = await nameClaim();
    await writeFile(join(owners, claim), "", { flag: "wx" });
    const other = await findOtherOwner(owners, claim);
    if (other === undefined) return { release: () => rm(join(owners, claim), { force: true }) };
    await rm(join(owners, claim), { force: true });
    if (tries === claimTriesMax) throw new FolderInUseError(folder, other);
    await delay(claimWaitMsMin + Math.random() * (claimWaitMsMax - claimWaitMsMin));
  }
}

/** `used`: a process owns it; `abandoned`: its owners ended without releasing it; `free`: nobody has claimed it. */
export async function findOwnerState(folder: string): Promise<"used" | "abandoned" | "free"> {
  const claims = await readdir(join(folder, ownersFolder)).catch(() => []);
  for (const claim of claims) if (await isLive(claim)) return "used";
  return claims.length > 0 ? "abandoned" : "free";
}

async function nameClaim(): Promise<string> {
  const self = await identifyProcess(process.pid);
  return [process.pid, self?.startedAt ?? "", randomBytes(6).toString("hex")].join("-");
}

async function isLive(claim: string): Promise<boolean> {
  const [pid, startedAt] = claim.split("-");
  const found = await identifyProcess(Number(pid));
  if (found === undefined) return false;
  return found.startedAt === "" || startedAt === "" || found.startedAt === startedAt;
}

async function findOtherOwner(owners: string, own: string): Promise<number | undefined> {
  for (const claim of await readdir(owners)) {
    if (claim === own) continue;
    if (await isLive(claim)) return Number(claim.split("-")[0]);
    await rm(join(owners, claim), { force: true });
  }
  return undefined;
}
