import { runMigrations } from "bullmq";
import { Client } from "pg";
import type { QueueLogger } from "./log.ts";
import { backendOf, postgresSchema } from "./names.ts";

/** Finished jobs are deleted at once, so the table is small and turns over fast: vacuum by count, not by share. */
const vacuumSettings = ["autovacuum_vacuum_scale_factor=0", "autovacuum_vacuum_threshold=5000"];

/**
 * Brings BullMQ's tables up to date on the Postgres backend; does nothing on Redis.
 * May run in several processes at once: an advisory lock lets one work and the others find it done.
 */
export async function migrateQueue(url: string, logger: QueueLogger): Promise<void> {
  if (backendOf(url) === "redis") return;
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  // A connection that drops between two queries emits an error, and unheard it would end the process.
  client.on("error", (err) => logger.warn({ err }, "queue migration connection failed"));
  await client.connect();
  try {
    const version = await runMigrations(client, postgresSchema);
    await setVacuum(client);
    logger.info({ version }, "queue schema is up to date");
  } finally {
    await client.end();
  }
}

/** Looks before it writes, since altering a table waits for a vacuum that is running. */
async function setVacuum(client: Client): Promise<void> {
  const table = `${postgresSchema}.job`;
  const { rows } = await client.query<{ set: boolean }>(
    "select coalesce(reloptions, '{}') @> $1::text[] as set from pg_class where oid = $2::regclass",
    [vacuumSettings, table],
  );
  if (rows[0]?.set) return;
  await client.query(`alter table ${table} set (${vacuumSettings.join(", ")})`);
}
