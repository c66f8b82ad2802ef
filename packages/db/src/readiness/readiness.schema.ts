import { readFileSync } from "node:fs";
import type { Sql } from "../client.ts";

/** A database's schema compared with that of this release. */
export interface SchemaState {
  /** Migrations of this release that the database lacks. */
  readonly missing: number;
  readonly known: number;
  /** A later release has migrated the database. By the rule of docs/migrations.md, this release still runs on it. */
  readonly isNewer: boolean;
}

/** Counts like drizzle's migrator: every migration later than the last applied one is due. */
export function compareSchema(known: readonly number[], lastApplied: number): SchemaState {
  return {
    missing: known.filter((when) => when > lastApplied).length,
    known: known.length,
    isNewer: lastApplied > Math.max(...known),
  };
}

export function describeOlder({ missing, known }: SchemaState): string | undefined {
  if (missing === 0) return undefined;
  const lacks = missing === known ? "is not migrated" : `lacks ${missing} of the ${known} migrations of this release`;
  return `The database ${lacks}: run \`npm run migrate\` as its owner.`;
}

/** Undefined if the role may not read the list of applied migrations. */
export async function readSchema(sql: Sql): Promise<SchemaState | undefined> {
  const known = readKnown();
  const [table] = await sql<{ isReadable: boolean }[]>`
    select has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'select') as "isReadable"
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'drizzle' and c.relname = '__drizzle_migrations'`;
  if (table === undefined) return compareSchema(known, Number.NEGATIVE_INFINITY);
  if (!table.isReadable) return undefined;
  const [row] = await sql<{ last: string | null }[]>`select max(created_at) as last from drizzle.__drizzle_migrations`;
  return compareSchema(known, row?.last ? Number(row.last) : Number.NEGATIVE_INFINITY);
}

const journal = new URL("../../migrations/meta/_journal.json", import.meta.url);
let read: readonly number[] | undefined;

/** The times of this release's migrations, from drizzle-kit's journal. Read once. */
function readKnown(): readonly number[] {
  read ??= parseJournal(readFileSync(journal, "utf8"));
  return read;
}

function parseJournal(text: string): readonly number[] {
  const { entries } = JSON.parse(text) as { entries: readonly { when: number }[] };
  return entries.map(({ when }) => when);
}
