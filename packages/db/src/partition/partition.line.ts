import type { Tx } from "../client.ts";

/**
 * Inserts sales from the lines of an archive. Columns that were added after it get their defaults, those that were
 * dropped are left out: all lines of an archive have the same columns.
 * @param table as SQL writes its name. It must have the defaults of `sale`.
 */
export async function insertLines(tx: Tx, table: string, lines: readonly string[]): Promise<void> {
  const [row] = await tx.unsafe<{ columns: string }[]>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
    where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped and $1::text::jsonb ? attname`,
    [lines[0] ?? "{}"],
  );
  if (row?.columns)
    await tx.unsafe(
      `insert into ${table} (${row.columns}) select ${row.columns}
      from unnest($1::text[]) l(line), jsonb_populate_record(null::${table}, line::jsonb)`,
      [lines as string[]],
    );
}
