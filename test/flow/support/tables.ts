import type { Stack } from "./stack.ts";

/** The tables, of the service and of its queue, that hold any of the values. */
export async function tablesWith(
  { database: { sql } }: Pick<Stack, "database">,
  values: readonly string[],
): Promise<string[]> {
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', nspname, relname) as name from pg_class c join pg_namespace n on n.oid = relnamespace
    where relkind in ('r', 'p') and not relispartition and nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`;
  const found: string[] = [];
  for (const { name } of tables) {
    const [row] = await sql.unsafe<{ text: string }[]>(
      `select lower(string_agg(to_jsonb(t)::text, ' ')) as text from ${name} t`,
    );
    if (values.some((value) => row?.text?.includes(value.toLowerCase()))) found.push(name.replace("public.", ""));
  }
  return found.sort();
}
