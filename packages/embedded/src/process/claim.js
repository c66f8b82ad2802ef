import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

// In JavaScript: the scripts that build this package claim folders too. They import this file.

const waitMsMin = 30;
const waitMsMax = 120;

/**
 * What distinguishes a process from a later one with the same number.
 * @typedef {object} ProcessIdentity
 * @property {string} startedAt Opaque; equal only for the same run of the same process. Empty if the system hides it.
 * @property {string} command The command line, arguments joined by spaces.
 */

/**
 * The identity of a running process, or undefined when it has ended.
 * A zombie counts as ended: it holds no files and no ports.
 * @param {number} pid
 * @returns {ProcessIdentity | undefined}
 */
export function identifyProcess(pid) {
  if (!isListed(pid)) return undefined;
  return process.platform === "linux" ? identifyByProc(pid) : identifyByPs(pid);
}

/**
 * Whether the system lists the process, a zombie included.
 * @param {number} pid
 */
export function isListed(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

/** @param {unknown} error */
const codeOf = (error) => /** @type {NodeJS.ErrnoException} */ (error).code;

/**
 * @param {number} pid
 * @returns {ProcessIdentity | undefined}
 */
function identifyByProc(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in parentheses may hold anything, so the fields are counted from its end.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (fields[0] === "Z" || fields[0] === "X") return undefined;
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8");
    return { startedAt: fields[19] ?? "", command: command.split("\0").join(" ").trim() };
  } catch {
    return identifyHidden(pid);
  }
}

const psLine = /^(\S+)\s+(\S+\s+\S+\s+\S+\s+\S+\s+\S+)\s+(.*)$/s;

/**
 * @param {number} pid
 * @returns {ProcessIdentity | undefined}
 */
function identifyByPs(pid) {
  const args = ["-o", "stat=,lstart=,command=", "-ww", "-p", String(pid)];
  try {
    const output = execFileSync("/bin/ps", args, { env: { LC_ALL: "C" }, encoding: "utf8" });
    const [, state = "", startedAt = "", command = ""] = psLine.exec(output.trim()) ?? [];
    if (state.startsWith("Z")) return undefined;
    return state === "" ? identifyHidden(pid) : { startedAt: startedAt.replaceAll(/\W/g, ""), command };
  } catch {
    return identifyHidden(pid);
  }
}

/**
 * Ended between the two looks, or hidden from this user (hidepid): the signal decides.
 * @param {number} pid
 */
const identifyHidden = (pid) => (isListed(pid) ? { startedAt: "", command: "" } : undefined);

/**
 * Whether the process with this number is the one that started then.
 * @param {number} pid
 * @param {string} startedAt empty if it is not known
 */
export function isSameProcess(pid, startedAt) {
  const found = identifyProcess(pid);
  return found !== undefined && (found.startedAt === startedAt || found.startedAt === "" || startedAt === "");
}

/**
 * A process' claim of a folder.
 * @typedef {object} Claim
 * @property {string} name
 * @property {() => void} release
 */

/**
 * Claims a folder for this process, until `release` or until the process ends, also by SIGKILL. Tries again while another
 * process holds the folder.
 *
 * A claim is a file whose name identifies the claimant. A claimant writes its own first and reads the others afterwards,
 * so of two claimants at least one sees the other and gives way. It removes only files of processes that ended, each by
 * its unique name, so a claimant that looked too early cannot remove a live claim.
 * @param {string} folder for the claims; made if missing
 * @param {(pid: number, tries: number) => void} onHeld called before each further try, with the holder; it may throw
 * @returns {Promise<Claim>}
 */
export async function claimFolder(folder, onHeld) {
  mkdirSync(folder, { recursive: true });
  for (let tries = 1; ; tries += 1) {
    const claim = writeClaim(folder, process.pid);
    const holder = findHolder(folder, claim.name);
    if (holder === undefined) return claim;
    claim.release();
    onHeld(holder, tries);
    await delay(waitMsMin + Math.random() * (waitMsMax - waitMsMin));
  }
}

/**
 * Writes a claim without a look at the others: for a child of a process that holds the folder.
 * @param {string} folder
 * @param {number} pid
 * @returns {Claim}
 */
export function writeClaim(folder, pid) {
  const startedAt = identifyProcess(pid)?.startedAt ?? "";
  const name = [pid, startedAt, randomBytes(6).toString("hex")].join("-");
  const file = join(folder, name);
  writeFileSync(file, "", { flag: "wx" });
  return { name, release: () => rmSync(file, { force: true }) };
}

/**
 * @param {string} folder
 * @param {string} own
 */
function findHolder(folder, own) {
  for (const name of readdirSync(folder)) {
    if (name === own) continue;
    if (isLive(name)) return pidOf(name);
    rmSync(join(folder, name), { force: true });
  }
  return undefined;
}

/** @param {string} name of a claim */
export function isLive(name) {
  return isSameProcess(pidOf(name), name.split("-")[1] ?? "");
}

/** @param {string} name */
const pidOf = (name) => Number(name.split("-")[0]);
