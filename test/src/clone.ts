import { type ClonedDatabase, cloneDatabase, createTemplate } from "@rewards/embedded";
import { migrateDatabase } from "@rewards/operations";
import { inject, onTestFinished } from "vitest";
import type {} from "./global-setup.ts";

export type { ClonedDatabase };

/** A migrated database for one test, whose ledger has this many partitions. */
export async function cloneTemplate(ledgerPartitions = 1): Promise<ClonedDatabase> {
  const template = inject("databaseTemplate");
  if (ledgerPartitions === 1) return cloneDatabase(serverUrl(), template);
  const name = `${template}_${ledgerPartitions}`;
  await createTemplate(serverUrl(), name, async (url) => void (await migrateDatabase(url, { ledgerPartitions })));
  return cloneDatabase(serverUrl(), name);
}

/** An empty database for the running test. */
export async function createEmpty(): Promise<string> {
  const { url, drop } = await cloneDatabase(serverUrl(), "template0");
  onTestFinished(drop);
  return url;
}

/** The server on which test databases are created. */
export function serverUrl(): string {
  return inject("databaseServerUrl");
}
