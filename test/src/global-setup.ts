import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { startTestServers } from "@rewards/embedded";
import { openTemplate } from "@rewards/lab/database";
import type { TestProject } from "vitest/node";
import { chromiumMissing, findChromium } from "./chromium.ts";

/** The name of the migrated database that every test file clones. */
const templateName = "rewards_template";

declare module "vitest" {
  interface ProvidedContext {
    databaseServerUrl: string;
    databaseTemplate: string;
    redisUrl: string | undefined;
    chromiumPath: string | undefined;
  }
}

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Processes run from bundles: these must be of the last build, which may have been that of the compiler alone. */
function bundleBuild(): void {
  if (!existsSync(`${root}/apps/api/dist/main.js`)) return;
  execFileSync(process.execPath, ["scripts/bundle.mjs"], { cwd: root, stdio: "inherit" });
}

/**
 * One Postgres for all test files and, if the machine has it, one Redis. Both stop after the run, or if the database
 * cannot be migrated. Finds the browser too.
 * @public called by Vitest.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  bundleBuild();
  const servers = await startTestServers({ path: process.env["PATH"] });
  try {
    await openTemplate(servers.serverUrl, templateName);
  } catch (error) {
    await servers.stop();
    throw error;
  }
  project.provide("databaseServerUrl", servers.serverUrl);
  project.provide("databaseTemplate", templateName);
  project.provide("redisUrl", servers.redisUrl);
  const chromiumPath = findChromium(process.env);
  if (chromiumPath === undefined) process.stderr.write(`${chromiumMissing}\n`);
  project.provide("chromiumPath", chromiumPath);
  return servers.stop;
}
