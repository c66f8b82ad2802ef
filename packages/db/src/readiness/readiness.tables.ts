import { getTableConfig } from "drizzle-orm/pg-core";
import type { Sql } from "../client.ts";
import { tables } from "../tables.ts";

/**
 * For `migrate`, after the migrations. Otherwise the first call of a class would find that its definition has no
 * migration, and would be answered that the database is not migrated.
 * @throws an Error with the remedy, if the database lacks a table or a column of this release.
 */
export async function refuseIncomplete(sql: Sql): Promise<void> {
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
