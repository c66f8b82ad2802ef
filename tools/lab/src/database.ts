import { migrateDatabase } from "@rewards/db";
import { createTemplate } from "@rewards/embedded";
import { migrateQueue } from "@rewards/queue";

/** A logger for what nobody reads. */
export const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** The schemas of the product and of its queue; a queue on Redis has none. */
export async function migrate(databaseUrl: string, queueUrl = databaseUrl): Promise<void> {
  await migrateDatabase(databaseUrl);
  await migrateQueue(queueUrl, silent);
}

/** Makes a migrated database that others are copied from; `fill` adds to it what each of them begins with. */
export function openTemplate(serverUrl: string, name: string, fill?: (url: string) => Promise<void>): Promise<void> {
  return createTemplate(serverUrl, name, async (url) => {
    await migrate(url);
    await fill?.(url);
  });
}
