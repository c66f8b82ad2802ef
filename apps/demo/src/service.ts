import { fileURLToPath } from "node:url";
import { RewardsError } from "@rewards/client";
import { openDatabase } from "@rewards/db";
import { programmeFile, stagedNouns } from "@rewards/domain";
import { limitRepeats, readLogLine, type Service, ServiceError, scriptsOf, startService } from "@rewards/embedded";
import { applyProgrammes, migrateDatabase } from "@rewards/operations";
import { migrateQueue } from "@rewards/queue";
import type { serviceSettings } from "@rewards/runtime";
import type { z } from "zod";
import { clubProgramme } from "./day/members.ts";

export const workers = 2;
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Relative to this file, not to the current folder. The path is the same from src, dist and bundle. */
function locate(path: string): string {
  return fileURLToPath(new URL(`../../../${path}`, import.meta.url));
}

const club = programmeFile.parse({
  programmes: [
    {
      businessId: clubProgramme,
      name: "Demo club",
      description: "Points wait for the return window, and live for a year.",
      currencies: [{ name: "Points", expiry: { months: 12, until: "quarter" } }],
      returns: { windowDays: 14 },
    },
  ],
});

async function applyClub(url: string): Promise<void> {
  const { sql, close } = openDatabase({ url, name: "rewards-demo", poolMax: 1, viewPoolMax: 1 });
  await applyProgrammes(sql, club, { actor: "demo" }).finally(() => close());
}

export interface DemoServiceOptions {
  readonly config: z.output<typeof serviceSettings>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly print: (line: string) => void;
  readonly signal: AbortSignal;
}

/** The service as `npm start` runs it, with the demo's data folder. */
export function startDemoService({ config, env, print, signal }: DemoServiceOptions): Promise<Service> {
  const printReadable = limitRepeats(print);
  return startService({
    dataDir: config.DATA_DIR ?? locate(".data/demo"),
    databaseUrl: config.DATABASE_URL,
    queueUrl: config.QUEUE_URL,
    path: config.PATH,
    host: config.HOST,
    port: config.PORT,
    workers,
    console: { host: config.CONSOLE_HOST, port: config.CONSOLE_PORT },
    scripts: scriptsOf(import.meta.url),
    env,
    migrate: async ({ databaseUrl, queueUrl }) => {
      await migrateDatabase(databaseUrl);
      await applyClub(databaseUrl);
      await migrateQueue(queueUrl, stagedNouns, silent);
    },
    notify: (message) => print(`  ${message}`),
    onLogLine: (source, line) => {
      const readable = readLogLine(source, line);
      if (readable !== undefined) printReadable(readable);
    },
    signal,
  });
}

/** Wildcard addresses cannot be connected to; use loopback. */
export function reachableUrl(url: string): string {
  return url.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:");
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
