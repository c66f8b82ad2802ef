import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { migrateDatabase } from "@rewards/db";
import { startService } from "@rewards/embedded";
import { migrateQueue } from "@rewards/queue";

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const scriptOf = (app: string) => fileURLToPath(new URL(`../../apps/${app}/dist/main.js`, import.meta.url));

export interface TrialService {
  readonly url: string;
  stop(): Promise<void>;
}

/** The service with embedded servers on data of its own, which go with it; its API stands at `extraRoot` too. */
export async function startTrialService(
  env: Readonly<Record<string, string | undefined>>,
  extraRoot: string,
): Promise<TrialService> {
  const folder = await mkdtemp(join(tmpdir(), "rewards-compatibility-"));
  // Postgres runs as a user of its own where this one is root.
  await chmod(folder, 0o755);
  const discard = () => rm(folder, { recursive: true, force: true });
  try {
    const service = await startService({
      dataDir: join(folder, "data"),
      path: env["PATH"],
      host: "127.0.0.1",
      port: 0,
      workers: 1,
      scripts: { api: scriptOf("api"), worker: scriptOf("worker") },
      env: { ...env, EXTRA_API_ROOT: extraRoot },
      migrate: async ({ databaseUrl, queueUrl }) => {
        await migrateDatabase(databaseUrl);
        await migrateQueue(queueUrl, silent);
      },
      notify: () => undefined,
      onLogLine: () => undefined,
      signal: new AbortController().signal,
    });
    return { url: service.url, stop: () => service.stop().finally(discard) };
  } catch (error) {
    await discard();
    throw error;
  }
}
