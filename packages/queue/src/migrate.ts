import { readTls } from "@rewards/runtime";
import { MIGRATION_ADVISORY_LOCK_KEY, runMigrations } from "bullmq";
import { Client } from "pg";
import type { QueueLogger } from "./fault.ts";
import { backendOf, postgresRoles, postgresSchema } from "./names.ts";

/** Finished jobs are deleted at once, so the table is small and turns over fast: vacuum by count, not by share. */
const vacuumSettings = ["autovacuum_vacuum_scale_factor=0", "autovacuum_vacuum_threshold=5000"];

const { jobs, console: operators } = postgresRoles;
/** The lock of BullMQ's own migrations: two processes that write the rights of a table at once would fail. */
const oneAtATime = `perform pg_advisory_xact_lock(${MIGRATION_ADVISORY_LOCK_KEY}, hashtext('${postgresSchema}'));`;
const roleNames = jobs.map((role) => `'${role}'`).join(", ");

/**
 * BullMQ makes a sequence for each queue at its first job. It would belong to the role that adds the job, and other roles
 * could not use it. So the owner makes them here.
 */
const ensureSequence = `
  select ${postgresSchema}.next_job_id($1)
  where to_regclass('${postgresSchema}.' || ${postgresSchema}.job_id_seq_name($1)) is null`;

/**
 * Jobs come and go, so the roles of commands, API and worker may do all of it with rows; the tables stay their owner's.
 * The console reads jobs, and writes the rows of a pause.
 */
const grants = `
  do $$
  declare role text;
  begin
    ${oneAtATime}
    if exists (select from pg_roles where rolname = '${operators}') then
      revoke all on all tables in schema ${postgresSchema} from ${operators};
      grant usage on schema ${postgresSchema} to ${operators};
      grant select on all tables in schema ${postgresSchema} to ${operators};
      grant insert, update, delete on ${postgresSchema}.meta, ${postgresSchema}.event to ${operators};
      grant usage on sequence ${postgresSchema}.event_seq to ${operators};
    end if;
    for role in select rolname from pg_roles where rolname in (${roleNames}) loop
      execute format('grant usage on schema ${postgresSchema} to %I', role);
      execute format('revoke create on schema ${postgresSchema} from %I', role);
      execute format('grant select, insert, update, delete on all tables in schema ${postgresSchema} to %I', role);
      execute format('grant usage on all sequences in schema ${postgresSchema} to %I', role);
    end loop;
  end $$`;

/**
 * Brings BullMQ's tables up to date on the Postgres backend, and lets the roles of the processes use them; does nothing on Redis.
 * May run in several processes at once: an advisory lock lets one work and the others find it done.
 * @param names of all queues that jobs are added to.
 */
export async function migrateQueue(url: string, names: readonly string[], logger: QueueLogger): Promise<void> {
  if (backendOf(url) === "redis") return;
  const { url: connectionString, tls: ssl } = readTls(url);
  const client = new Client({ connectionString, ssl, connectionTimeoutMillis: 10_000 });
  // A connection that drops between two queries emits an error, which would end the process without a listener.
  client.on("error", (err) => logger.warn({ err }, "queue migration connection failed"));
  await client.connect();
  try {
    const version = await runMigrations(client, postgresSchema);
    await setVacuum(client);
    for (const name of names) await client.query(ensureSequence, [name]);
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
