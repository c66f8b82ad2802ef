import { readFileSync } from "node:fs";
import { join } from "node:path";
import { migrationsFolder, type Sql, type Tx } from "@rewards/db";

/** The schema of a database compared with that of this release. */
export interface SchemaState {
  /** How many migrations of this release the database has; 0 if it was never migrated. */
  readonly applied: number;
  /** How many migrations this release has. */
  readonly expected: number;
  /** The name of this release's last migration. */
  readonly last: string;
  /** A later release has migrated the database. By the rule of docs/migrations.md, this release still runs on it. */
  readonly isNewer: boolean;
}

/** A migration of this release, as drizzle-kit's journal has it. */
interface Migration {
  readonly tag: string;
  /** When it was made, ms. `migrate` writes it to the database as `created_at`. */
  readonly when: number;
}

/** Counts like drizzle's migrator: every migration later than the last applied one is due. */
export function compareSchema(migrations: readonly Migration[], lastApplied: number): SchemaState {
  const last = migrations.at(-1);
  return {
    applied: migrations.filter(({ when }) => when <= lastApplied).length,
    expected: migrations.length,
    last: last?.tag ?? "",
    isNewer: last !== undefined && lastApplied > last.when,
  };
}

/** What is missing and the remedy, in a sentence; undefined if the database has every migration of this release. */
export function describeOldSchema({ applied, expected }: SchemaState): string | undefined {
  if (applied === expected) return undefined;
  const lacks =
    applied === 0 ? "is not migrated" : `lacks ${expected - applied} of the ${expected} migrations of this release`;
  return `The database ${lacks}: run \`npm run migrate\` as its owner.`;
}

export const unreadableSchema =
  "The role of DATABASE_URL may not read drizzle.__drizzle_migrations, so an older schema would go unnoticed: " +
  "grant it usage of that schema and select of that table.";

/** Undefined if the role may not read the list of applied migrations; see `unreadableSchema`. */
export async function readSchema(sql: Sql | Tx): Promise<SchemaState | undefined> {
  const migrations = readJournal();
  const [table] = await sql<{ isReadable: boolean }[]>`
    select has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'select') as "isReadable"
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'drizzle' and c.relname = '__drizzle_migrations'`;
  if (table === undefined) return compareSchema(migrations, Number.NEGATIVE_INFINITY);
  if (!table.isReadable) return undefined;
  return compareSchema(migrations, (await readAppliedMs(sql)) ?? Number.NEGATIVE_INFINITY);
}

/** When the last applied migration was made, ms; undefined if none is applied. */
export async function readAppliedMs(sql: Sql | Tx): Promise<number | undefined> {
  const [row] = await sql<{ last: string | null }[]>`select max(created_at) as last from drizzle.__drizzle_migrations`;
  return row?.last ? Number(row.last) : undefined;
}

/** @throws Error with the remedy, if the role may not read it. */
export async function demandSchema(sql: Sql | Tx, remedy = unreadableSchema): Promise<SchemaState> {
  const schema = await readSchema(sql);
  if (schema === undefined) throw new Error(remedy);
  return schema;
}

const journal = join(migrationsFolder, "meta/_journal.json");
let read: readonly Migration[] | undefined;

/** The migrations of this release, oldest first. Read once. */
function readJournal(): readonly Migration[] {
  read ??= (JSON.parse(readFileSync(journal, "utf8")) as { entries: readonly Migration[] }).entries;
  return read;
}
