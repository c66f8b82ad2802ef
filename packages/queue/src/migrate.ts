import { readTls } from "@rewards/runtime";
import { MIGRATION_ADVISORY_LOCK_KEY, runMigrations } from "bullmq";
import { Client } from "pg";
import type { QueueLogger } from "./log.ts";
import { backendOf, postgresRoles, postgresSchema } from "./names.ts";

/** Finished jobs are deleted at once, so the table is small and turns over fast: vacuum by count, not by share. */
const vacuumSettings = ["autovacuum_vacuum_scale_factor=0", "autovacuum_vacuum_threshold=5000"];

const { service, console: operators } = postgresRoles;

/**
 * Jobs come and go, so the role of API and worker may do all of it with rows, and BullMQ makes a sequence for each queue
 * that it first sees; the tables stay their owner's. The console reads jobs, and writes the rows of a pause. One process
 * at a time, by the lock of BullMQ's own migrations: two that write the rights of a table at once would fail.
 */
const grants = `
  do $$
  declare own text;
  begin
    perform pg_advisory_xact_lock(${MIGRATION_ADVISORY_LOCK_KEY}, hashtext('${postgresSchema}'));
    if exists (select from pg_roles where rolname = '${operators}') then
      revoke all on all tables in schema ${postgresSchema} from ${operators};
      grant usage on schema ${postgresSchema} to ${operators};
      grant select on all tables in schema ${postgresSchema} to ${operators};
      grant insert, update, delete on ${postgresSchema}.meta, ${postgresSchema}.event to ${operators};
      grant usage on sequence ${postgresSchema}.event_seq to ${operators};
    end if;
    if not exists (select from pg_roles where rolname = '${service}') then return; end if;
    grant usage, create on schema ${postgresSchema} to ${service};
    grant select, insert, update, delete on all tables in schema ${postgresSchema} to ${service};
    -- Those that the role made itself need none, and nobody else may give it.
    for own in
      select oid::regclass from pg_class
      where relkind = 'S' and relnamespace = '${postgresSchema}'::regnamespace and relowner = current_user::regrole
    loop
      execute format('grant usage on sequence %s to ${service}', own);
    end loop;
  end $$`;

/**
 * Brings BullMQ's tables up to date on the Postgres backend, and lets API, worker and console use them; does nothing on Redis.
 * May run in several processes at once: an advisory lock lets one work and the others find it done.
 */
export async function migrateQueue(url: string, logger: QueueLogger): Promise<void> {
  if (backendOf(url) === "redis") return;
  const { url: connectionString, tls: ssl } = readTls(url);
  const client = new Client({ connectionString, ssl, connectionTimeoutMillis: 10_000 });
  // A connection that drops between two queries emits an error, which would end the process without a listener.
  client.on("error", (err) => logger.warn({ err }, "queue migration connection failed"));
  await client.connect();
  try {
    const version = await runMigrations(client, postgresSchema);
    await setVacuum(client);
    await client.query(grants);
    logger.info({ version }, "queue schema is up to date");
  } finally {
    await client.end();
  }
}

/** Reads before it writes, since altering a table waits for a running vacuum. */
async function setVacuum(client: Client): Promise<void> {
  const table = `${postgresSchema}.job`;
  const { rows } = await client.query<{ set: boolean }>(
    "select coalesce(reloptions, '{}') @> $1::text[] as set from pg_class where oid = $2::regclass",
    [vacuumSettings, table],
  );
  if (rows[0]?.set) return;
  await client.query(`alter table ${table} set (${vacuumSettings.join(", ")})`);
}
