import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

const names = ["chromium", "chromium-browser", "google-chrome"];

/** Why browser tests are skipped, and what to do. */
export const chromiumMissing = `Browser tests are skipped: put one of ${names.join(", ")} on the PATH (Debian: apt-get install chromium), or set CHROMIUM_PATH.`;

/** The browser that tests drive: CHROMIUM_PATH, or the first of the usual names in the folders of PATH. */
export function findChromium(env: NodeJS.ProcessEnv): string | undefined {
  const named = env["CHROMIUM_PATH"];
  if (named) return named;
  const folders = (env["PATH"] ?? "").split(delimiter).filter(isAbsolute);
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
