import { fileURLToPath } from "node:url";

export type App = "api" | "worker";

/** The script of an API or a worker, seen from this file and from its build alike. */
export const scriptOf = (app: App): string =>
  fileURLToPath(new URL(`../../../apps/${app}/dist/main.js`, import.meta.url));
