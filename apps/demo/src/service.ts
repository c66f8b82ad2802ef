import { RewardsError } from "@rewards/client";
import { type Database, openDatabase } from "@rewards/db";
import { programmeFile, stagedNouns } from "@rewards/domain";
import { checkoutOf, type Foreground, reachableUrl, type Service, ServiceError } from "@rewards/embedded";
import { applyProgrammes, migrateDatabase } from "@rewards/operations";
import { migrateQueue } from "@rewards/queue";
import type { serviceSettings } from "@rewards/runtime";
import { campaigns } from "./campaign/programme.ts";
import { clubProgramme } from "./day/members.ts";
import { receiverNetwork } from "./run/webhooks.ts";

/** The environment without the settings of the log-in, and what it says. */
export interface DemoEnvironment {
  readonly config: ReturnType<typeof serviceSettings.parse>;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export const workers = 2;
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

const checkout = checkoutOf(import.meta.url);

const programmes = programmeFile.parse({
  programmes: [
    {
      businessId: clubProgramme,
      name: "Demo club",
      description: "Points wait for the return window, and live for a year.",
      currencies: [{ name: "Points", expiry: { months: 12, until: "quarter" } }],
      returns: { windowDays: 14 },
    },
    campaigns,
  ],
});

const openDemoDatabase = (url: string): Database =>
  openDatabase({ url, name: "rewards-demo", poolMax: 1, viewPoolMax: 1 });

async function applyDemoProgrammes(url: string): Promise<void> {
  const { sql, close } = openDemoDatabase(url);
  await applyProgrammes(sql, programmes, { actor: "demo" }).finally(() => close());
}

/** The service as `npm start` runs it, with the demo's data folder, and its database. */
export async function startDemoService(
  foreground: Foreground,
  { config, env }: DemoEnvironment,
): Promise<{ readonly service: Service; readonly openDatabase: () => Database }> {
  let databaseUrl = "";
  const networks = [env["WEBHOOK_ALLOWED_NETWORKS"], receiverNetwork].filter(Boolean).join();
  const service = await foreground.start({
    ...{ config, workers, scripts: checkout.scripts },
    env: { ...env, WEBHOOK_ALLOWED_NETWORKS: networks },
    dataDir: config.DATA_DIR ?? checkout.demoDataDir,
    migrate: async (urls) => {
      databaseUrl = urls.databaseUrl;
      await migrateDatabase(databaseUrl);
      await applyDemoProgrammes(databaseUrl);
      await migrateQueue(urls.queueUrl, stagedNouns, silent);
    },
  });
  return { service, openDatabase: () => openDemoDatabase(databaseUrl) };
}

const askMsMax = 3_000;

/** The demo gave up; the message is complete and meant for the person at the terminal. */
export class DemoError extends Error {
  override readonly name = "DemoError";
}

const forPerson = [ServiceError, DemoError, RewardsError];

/** Describes a failed demo: the cause, the readiness of the service, and the path of its log. */
export async function describeTrouble(error: unknown, service: Service | undefined): Promise<string> {
  const isForPerson = forPerson.some((one) => error instanceof one);
  const cause = isForPerson ? (error as Error).message : String((error as Error).stack);
  if (service === undefined) return cause;
  return `${cause}\nThe service says: ${await askService(service.url)}\nThe whole log: ${service.logFile}`;
}

async function askService(url: string): Promise<string> {
  try {
    const response = await fetch(`${reachableUrl(url)}/readyz`, { signal: AbortSignal.timeout(askMsMax) });
    const { status, reason } = (await response.json()) as { status: string; reason?: string };
    return reason ?? status;
  } catch {
    return `nothing within ${askMsMax / 1_000} s`;
  }
}
