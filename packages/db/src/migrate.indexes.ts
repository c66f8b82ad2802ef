import type postgres from "postgres";
import { isPartitioned } from "./partition/partition.read.ts";

/** A table with partitions, and its indexes. */
interface Partitions {
  readonly names: readonly string[];
  readonly indexes: ReadonlySet<string>;
}

async function readPartitions(sql: postgres.Sql): Promise<Partitions | undefined> {
  const [row] = await sql.unsafe<{ names: string[]; indexes: string[] }[]>(`
    select array(select c.relname::text from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = to_regclass('sale') order by 1) as names,
      array(select c.relname::text from pg_index i join pg_class c on c.oid = i.indexrelid
        where i.indrelid = to_regclass('sale')) as indexes
    where ${isPartitioned}`);
  return row && { names: row.names, indexes: new Set(row.indexes) };
}

const created = /^\s*create (unique )?index concurrently "(\w+)" on "sale" (.*?);?\s*$/is;
const dropped = /^\s*drop index concurrently if exists "(\w+)";?\s*$/is;
/** The statements that lock the whole table wait no longer than other migrations. */
const briefly = (statement: string) => [`set lock_timeout = '1s'`, statement, `set lock_timeout = 0`];
const nameBytesMax = 63;

/** Postgres builds and drops no index of a table with partitions concurrently, but those of its partitions. */
function replaceStatement(statement: string, { names, indexes }: Partitions): string[] {
  const [, unique = "", index = "", definition = ""] = created.exec(statement) ?? [];
  if (index !== "")
    return [
      ...briefly(`create ${unique}index "${index}" on only "sale" ${definition}`),
      ...names.flatMap((name) => {
        const part = `${name}_${index.replace(/^sale_/, "")}`.slice(0, nameBytesMax);
        return [
          `drop index concurrently if exists "${part}"`,
          `create ${unique}index concurrently "${part}" on "${name}" ${definition}`,
          `alter index "${index}" attach partition "${part}"`,
        ];
      }),
    ];
  const [, former = ""] = dropped.exec(statement) ?? [];
  return indexes.has(former) ? briefly(`drop index if exists "${former}"`) : [statement];
}

/** The statements of migrations as they work on the present form of `sale`: with or without partitions. */
export async function suitIndexes<Migration extends { sql: string[] }>(
  sql: postgres.Sql,
  migrations: readonly Migration[],
): Promise<Migration[]> {
  const partitions = await readPartitions(sql);
  if (!partitions) return [...migrations];
  return migrations.map((migration) => ({
    ...migration,
    sql: migration.sql.flatMap((statement) => replaceStatement(statement, partitions)),
  }));
}
