import { stagedNouns } from "@rewards/domain";
import { createTemplate } from "@rewards/embedded";
import { migrateDatabase } from "@rewards/operations";
import { migrateQueue } from "@rewards/queue";
import postgres, { type Sql } from "postgres";

/** A logger that discards everything. */
export const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Migrates the product's schema and the queue's; a queue on Redis has no schema. */
export async function migrate(databaseUrl: string, queueUrl = databaseUrl): Promise<void> {
  await migrateDatabase(databaseUrl);
  await migrateQueue(queueUrl, stagedNouns, silent);
}

/** Makes a migrated template database; `fill` adds the data that every copy starts with. */
export function openTemplate(serverUrl: string, name: string, fill?: (url: string) => Promise<void>): Promise<void> {
  return createTemplate(serverUrl, name, async (url) => {
    await migrate(url);
    await fill?.(url);
  });
}

/** Uses a connection as the URL's role, and closes it. */
export async function withSql<Result>(url: string, use: (sql: Sql) => Promise<Result>): Promise<Result> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    return await use(sql);
  } finally {
    await sql.end();
  }
}
