import { claimFolder, writeClaim } from "../packages/embedded/src/process/claim.js";

/** Processes that start at the same moment may see each other; only a longer wait is reported. */
const reportedTries = 10;

/**
 * Waits until only this process holds the lock, then runs `work`. `work` may claim the lock for a child process too: then
 * the lock is held while the child lives, even if this process is killed.
 * @template T
 * @param {string} folder the claims' folder
 * @param {(pid: number) => void} onWait called once with the holder's process ID, if the wait lasts
 * @param {(claimFor: (pid: number) => () => void) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(folder, onWait, work) {
  const { release } = await claimFolder(folder, (pid, tries) => {
    if (tries === reportedTries) onWait(pid);
  });
  try {
    return await work((pid) => writeClaim(folder, pid).release);
  } finally {
    release();
  }
}
