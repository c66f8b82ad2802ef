import { fileURLToPath } from "node:url";

/** Found from this file, not from where the command is run. The path is the same from src and from dist. */
function locate(path: string): string {
  return fileURLToPath(new URL(`../../../${path}`, import.meta.url));
}

export const dataDirDefault = locate(".data");
/** Processes of their own, so that nothing of them is imported. */
export const scripts = {
  api: locate("apps/api/dist/main.js"),
  worker: locate("apps/worker/dist/main.js"),
} as const;
