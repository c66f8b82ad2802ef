import {
  advisoryLocks,
  ensurePageKey,
  migrationsFolder as ownMigrationsFolder,
  type Sql,
  tables,
  tableViews,
  watchConnections,
} from "@rewards/db";
import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import { getTableConfig } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/postgres-js";
import type postgres from "postgres";
import { betweenLocks, endVacuums, openOwner, takeLock } from "../lock.wait.ts";
import { readLedgerPartitions } from "../partition/partition.read.ts";
import { refuseUnsupported } from "../readiness/readiness.server.ts";
import { demandSchema, type SchemaState } from "../schema.read.ts";
import { ensureRole, grantRole } from "../service-role/service-role.grant.ts";
import { type ProcessRole, processRoles } from "../service-role/service-role.rights.ts";
import { suitIndexes } from "./migrate.indexes.ts";

/**
 * For `migrate`, after the migrations. Otherwise the first call of a class would find that its definition has no
 * migration, and would be answered that the database is not migrated.
 * @throws an Error with the remedy, if the database lacks a table or a column of this release.
 */
async function refuseIncomplete(sql: Sql): Promise<void> {
  const missing = await readMissing(sql);
  if (missing.length === 0) return;
  throw new Error(
    `After all migrations the database lacks ${missing.join(", ")}. If you changed a definition, run \`npm run generate\`: it writes the migration.`,
  );
}

/** The missing tables, and the missing columns of the other tables. */
async function readMissing(sql: Sql): Promise<string[]> {
  const rows = await sql<{ table: string; columns: string[] }[]>`
    select c.relname as table, array_agg(a.attname::text) as columns
    from pg_catalog.pg_class c join pg_catalog.pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
    group by c.relname`;
  const found = new Map(rows.map(({ table, columns }) => [table, new Set(columns)]));
  return Object.values(tables).flatMap((table) => {
    const { name, columns } = getTableConfig(table);
    const existing = found.get(name);
    if (!existing) return [`the table ${name}`];
    return columns.flatMap((column) => (existing.has(column.name) ? [] : [`the column ${name}.${column.name}`]));
  });
}

/** While a statement waits for a table, later statements queue behind it. So it gives up soon and tries again. */
const lockWaitMsMax = 1_000;
/** Bounds how long a statement holds its lock. */
const statementMsMax = 5_000;

export interface MigrateOptions {
  /** A folder in the form that drizzle-kit writes; by default that of this release. */
  readonly migrationsFolder?: string;
  /** How many partitions the ledger gets, 1 to 128. The first run chooses: 1 by default, a table without partitions. */
  readonly ledgerPartitions?: number | undefined;
  /** Creates these roles with these passwords. Without one, an existing role only gets its rights. */
  readonly passwords?: ReadonlyMap<ProcessRole, string>;
}

export interface Migrated {
  /** Migrations that this run applied. */
  readonly applied: number;
  /** The schema as it is now. */
  readonly schema: SchemaState;
  /** The roles that exist. They now have the rights that they need. */
  readonly granted: readonly ProcessRole[];
}

/**
 * Migrates the database to the schema of this release while processes of this and the last release run
 * (docs/migrations.md), and grants the roles of its processes their rights. Concurrent runs wait for each other. A second
 * run changes nothing.
 * @throws ServerUnsupportedError, before any change, if the server is too old; the Postgres error if a table stays
 * locked by other sessions, or if a statement exceeds its time limit; an Error with the remedy, if tables or columns of
 * the definitions are missing after the migrations, or if the ledger has another number of partitions.
 */
export async function migrateDatabase(url: string, options: MigrateOptions = {}): Promise<Migrated> {
  const { migrationsFolder = ownMigrationsFolder, ledgerPartitions, passwords } = options;
  const sql = openOwner(url, {
    application_name: "rewards-migrate",
    lock_timeout: lockWaitMsMax,
    statement_timeout: statementMsMax,
    "rewards.ledger_partitions": ledgerPartitions ?? 1,
  });
  // The watch ends before the migrations: an index may take hours to build, without a sign of life.
  const unwatch = watchConnections(sql, statementMsMax);
  try {
    await refuseUnsupported(sql);
    await takeLock(sql, advisoryLocks.migration).finally(unwatch);
    const before = await demandSchema(sql, strangerText);
    const isEmpty = before.applied === 0;
    await betweenLocks(() => applyMigrations(sql, migrationsFolder, isEmpty), { prepare: () => endVacuums(sql) });
    if (ledgerPartitions !== undefined) await refuseOtherNumber(sql, ledgerPartitions);
    const schema = await demandSchema(sql, strangerText);
    // The tables and views of a later release include those of this one.
    if (!schema.isNewer) {
      await refuseIncomplete(sql);
      await betweenLocks(() => createViews(sql));
      await ensurePageKey(sql);
    }
    const granted: ProcessRole[] = [];
    for (const role of processRoles) {
      const password = passwords?.get(role);
      if (password !== undefined) await ensureRole(sql, role, password);
      if (await grantRole(sql, role)) granted.push(role);
    }
    return { applied: schema.applied - before.applied, schema, granted };
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** The number is fixed: an entry's partition follows from it. */
async function refuseOtherNumber(sql: postgres.Sql, asked: number): Promise<void> {
  const made = await readLedgerPartitions(sql);
  if (made !== asked)
    throw new Error(
      `The ledger has ${made} ${made === 1 ? "partition" : "partitions"}, not ${asked}: the first migrate of a database chooses their number. Set LEDGER_PARTITIONS to ${made}, or leave it out.`,
    );
}

/** The part of drizzle that runs migrations, which its types do not declare. */
interface Migrator {
  readonly session: unknown;
  readonly dialect: { migrate(migrations: MigrationMeta[], session: unknown, config: object): Promise<void> };
}

/** As drizzle's own `migrate`, with the statements that the tables need. The base of an empty database makes them first. */
async function applyMigrations(sql: postgres.Sql, migrationsFolder: string, isEmpty: boolean): Promise<void> {
  const migrations = readMigrationFiles({ migrationsFolder });
  const { dialect, session } = drizzle(sql) as unknown as Migrator;
  if (isEmpty) await dialect.migrate(migrations.slice(0, 1), session, { migrationsFolder });
  await dialect.migrate(await suitIndexes(sql, migrations), session, { migrationsFolder });
}

const strangerText = "DATABASE_URL names a role that may not read drizzle's migrations: run this as their owner.";

async function createViews(sql: postgres.Sql): Promise<void> {
  await sql.begin(async (tx) => {
    for (const { name, query } of tableViews) await tx.unsafe(`create or replace view "${name}" as ${query}`);
  });
}
