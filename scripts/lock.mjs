import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

const waitMsMin = 50;
const waitMsMax = 250;

/**
 * Waits until this process is the only one that holds the lock, then runs `work`, which may claim
 * it for a child too: while the child lives the lock is held, even if this process is killed.
 *
 * A claim is a file whose name says who claims. It is written first and the others are read
 * afterwards, so of two claimants at least one sees the other, and who sees another gives way.
 * Claims of processes that ended are void.
 * @template T
 * @param {string} folder where the claims are kept
 * @param {(pid: number) => void} onWait called once, with the holder, when there is one
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
    // Two that came at the same moment saw each other; the holder of a while is worth a word.
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
 * Tells a process from a later one with the same number: when it started, "" where the system
 * does not say, undefined when it has ended.
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
