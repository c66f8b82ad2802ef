import { fileURLToPath } from "node:url";

/** Relative to this file, not to the current folder. The path is the same from src and from dist. */
function locate(path: string): string {
  return fileURLToPath(new URL(`../../../${path}`, import.meta.url));
}

export const dataDirDefault = locate(".data");
export const demoDataDir = locate(".data/demo");
/** They run as separate processes, so that this one imports nothing of them. */
export const scripts = {
  api: locate("apps/api/dist/main.js"),
  worker: locate("apps/worker/dist/main.js"),
  console: locate("apps/console/dist/main.js"),
} as const;
