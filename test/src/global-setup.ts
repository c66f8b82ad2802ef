import { migrateDatabase } from "@rewards/db";
import { createTemplate, startTestServers } from "@rewards/embedded";
import { migrateQueue } from "@rewards/queue";
import type { TestProject } from "vitest/node";

/** The name of the migrated database that every test file clones. */
const templateName = "rewards_template";
const silent = { info: () => {}, warn: () => {}, error: () => {} };

declare module "vitest" {
  interface ProvidedContext {
    databaseServerUrl: string;
    databaseTemplate: string;
    redisUrl: string | undefined;
  }
}

/** One Postgres and, where the machine has it, one Redis for all test files; both end with the run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const servers = await startTestServers({ path: process.env["PATH"] });
  await createTemplate(servers.serverUrl, templateName, async (url) => {
    await migrateDatabase(url);
    await migrateQueue(url, silent);
  });
  project.provide("databaseServerUrl", servers.serverUrl);
  project.provide("databaseTemplate", templateName);
  project.provide("redisUrl", servers.redisUrl);
  return servers.stop;
}
