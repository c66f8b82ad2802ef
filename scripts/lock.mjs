import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

const waitMsMin = 50;
const waitMsMax = 250;

/**
 * Waits until only this process holds the lock, then runs `work`. `work` may claim the lock for a
 * child process too: then the lock is held while the child lives, even if this process is killed.
 *
 * A claim is a file whose name identifies its process. A process writes its claim before it reads
 * the others, so at least one of two claimants sees the other. A process that sees another
 * withdraws its claim. Claims of ended processes are void.
 * @template T
 * @param {string} folder the claims' folder
 * @param {(pid: number) => void} onWait called once with the holder's process ID, if the wait lasts
 * @param {(claimFor: (pid: number) => () => void) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(folder, onWait, work) {
  mkdirSync(folder, { recursive: true });
  const release = await acquire(folder, onWait);
  try {
    return await work((pid) => writeClaim(folder, pid).release);
  } finally {
    release();
  }
}

/**
 * @param {string} folder
 * @param {(pid: number) => void} onWait
 */
async function acquire(folder, onWait) {
  for (let tries = 1; ; tries += 1) {
    const claim = writeClaim(folder, process.pid);
    const holder = findOther(folder, claim.name);
    if (holder === undefined) return claim.release;
    claim.release();
    // Processes that start at the same moment may see each other; only a longer wait is reported.
    if (tries === 5) onWait(holder);
    await delay(waitMsMin + Math.random() * (waitMsMax - waitMsMin));
  }
}

/**
 * @param {string} folder
 * @param {number} pid
 */
function writeClaim(folder, pid) {
  const name = [pid, findStart(pid) ?? "", randomBytes(6).toString("hex")].join("-");
  const file = join(folder, name);
  writeFileSync(file, "", { flag: "wx" });
  return { name, release: () => rmSync(file, { force: true }) };
}

/**
 * @param {string} folder
 * @param {string} own
 */
function findOther(folder, own) {
  for (const name of readdirSync(folder)) {
    if (name === own) continue;
    const [pid, startedAt] = name.split("-");
    const found = findStart(Number(pid));
    if (found !== undefined && (found === startedAt || found === "")) return Number(pid);
    rmSync(join(folder, name), { force: true });
  }
  return undefined;
}

/**
 * When a process started, which distinguishes it from a later one with the same number. "" if the
 * system does not say; undefined if the process has ended.
 * @param {number} pid
 * @returns {string | undefined}
 */
function findStart(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== "EPERM") return undefined;
  }
  try {
    if (process.platform !== "linux") {
      const args = ["-o", "lstart=", "-p", String(pid)];
      return execFileSync("/bin/ps", args, { env: { LC_ALL: "C" } })
        .toString()
        .replaceAll(/\W/g, "");
    }
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" ? undefined : fields[19];
  } catch {
    return "";
  }
}
