import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { readTls } from "@rewards/runtime";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";
import { watchConnections } from "./connection/connection.watch.ts";
import { codeOf, deadlockDetected, lockNotAvailable } from "./fault.ts";
import { advisoryLocks } from "./lock.ts";
import { readSchema } from "./readiness/readiness.schema.ts";
import { refuseUnsupported } from "./readiness/readiness.server.ts";
import { ensureServiceRole, grantService } from "./service-role/service-role.grant.ts";
import { tableViews } from "./tables.ts";

const connectWaitSeconds = 10;
const turnPauseMs = 200;
/** Whoever comes after a statement that waits for a table waits as long as it does, so it gives up and comes again. */
const lockWaitMsMax = 1_000;
const lockPauseMs = 500;
const lockTriesMax = 30;
const lockFaults = [lockNotAvailable, deadlockDetected];
/** A statement that works for longer holds its lock for longer: half of what a posting waits for one. */
const statementMsMax = 5_000;
/** Those of this release. */
const ownMigrationsFolder = fileURLToPath(new URL("../migrations", import.meta.url));

export interface MigrateOptions {
  /** A folder as drizzle-kit writes it; that of this release where left out. */
  readonly migrationsFolder?: string;
  /** Makes the role of API and worker with this password; where left out, it is only given its rights if it exists. */
  readonly servicePassword?: string | undefined;
}

export interface Migrated {
  /** Whether there is a role for API and worker, which now has the rights that they need. */
  readonly hasServiceRole: boolean;
}

/**
 * Brings the database to the schema of this release, while processes of this and the last release run (docs/migrations.md),
 * and gives the role of API and worker its rights on it. Processes that do so at once wait for the first; running it
 * again changes nothing.
 * @throws ServerUnsupportedError, with nothing changed, where the server is too old; Postgres' error where a table stays
 * locked by others, or a statement takes longer than a posting could wait.
 */
export async function migrateDatabase(url: string, options: MigrateOptions = {}): Promise<Migrated> {
  const { migrationsFolder = ownMigrationsFolder, servicePassword } = options;
  const { url: plainUrl, tls } = readTls(url);
  const sql = postgres(plainUrl, {
    ssl: tls,
    max: 1,
    connect_timeout: connectWaitSeconds,
    // Never renewed: the lock lives as long as its connection.
    max_lifetime: null,
    connection: { application_name: "rewards-migrate", lock_timeout: lockWaitMsMax, statement_timeout: statementMsMax },
    onnotice: () => undefined,
  });
  // Not of what follows: an index may be built for hours, and says nothing meanwhile.
  const unwatch = watchConnections(sql, statementMsMax);
  try {
    await refuseUnsupported(sql);
    await takeTurn(sql).finally(unwatch);
    const database = drizzle(sql);
    await betweenLocks(() => migrate(database, { migrationsFolder }));
    await betweenLocks(() => createViews(sql));
    if (servicePassword !== undefined) await ensureServiceRole(sql, servicePassword);
    return { hasServiceRole: await grantService(sql) };
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** Asks again and again: a session that waits inside a statement would keep a concurrent index build from its end. */
async function takeTurn(sql: postgres.Sql): Promise<void> {
  for (;;) {
    const [row] = await sql<{ taken: boolean }[]>`select pg_try_advisory_lock(${advisoryLocks.migration}) as taken`;
    if (row?.taken) return;
    await sleep(turnPauseMs);
  }
}

/** The views of this release, whole, unless a later release has made its own: those are this one's and more. */
async function createViews(sql: postgres.Sql): Promise<void> {
  if ((await readSchema(sql))?.isNewer) return;
  await sql.begin(async (tx) => {
    for (const { name, query } of tableViews) await tx.unsafe(`create or replace view "${name}" as ${query}`);
  });
}

/** What met a locked table is rolled back and done again, so that who waited behind it goes first. */
async function betweenLocks(run: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      if (!lockFaults.includes(codeOf(error)) || tries === lockTriesMax) throw error;
    }
    await sleep(lockPauseMs);
  }
}
