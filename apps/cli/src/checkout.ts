import { fileURLToPath } from "node:url";
import { scriptsOf } from "@rewards/embedded";

/** Relative to this file, not to the current folder. The path is the same from src, dist and bundle. */
function locate(path: string): string {
  return fileURLToPath(new URL(`../../../${path}`, import.meta.url));
}

export const dataDirDefault = locate(".data");
export const demoDataDir = locate(".data/demo");
/** Of the API, the workers and the console. */
export const scripts = scriptsOf(import.meta.url);
