import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Makes a folder and those above it that are missing. Node's own recursive `mkdir` never ends where the system makes no
 * folder in one that is there, as below /proc.
 * @throws the system's error.
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST" && (await stat(path)).isDirectory()) return;
    const parent = dirname(path);
    if (code !== "ENOENT" || (await isThere(parent))) throw error;
    await makeFolder(parent);
    await makeFolder(path);
  }
}

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
