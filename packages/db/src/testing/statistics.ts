import type { Sql } from "../client.ts";

/** The columns of a table and its partitions that ANALYZE reads without need, or passes over although an index has them. */
export async function wrongStatistics(sql: Sql, table: string): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select a.attrelid::regclass || '.' || a.attname as name
    from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relkind = 'r'
    where a.attrelid in (select ${table}::regclass union select relid from pg_partition_tree(${table}::regclass))
      and a.attnum > 0 and not a.attisdropped
      and (coalesce(a.attstattarget, -1) = 0)
        = exists (select from pg_index i where i.indrelid = a.attrelid and a.attnum = any (i.indkey))
    order by 1`;
  return rows.map(({ name }) => name);
}
