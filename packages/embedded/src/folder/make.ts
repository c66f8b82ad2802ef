import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Makes a folder and those above it that are missing; several processes may make the same one at once. Node's own
 * recursive `mkdir` never ends where the system makes no folder in one that is there, as below /proc.
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
