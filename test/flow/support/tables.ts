import { createHash, createHmac } from "node:crypto";
import type { Stack } from "./stack.ts";

type Database = Pick<Stack, "database">;

/** The tables, of the service and of its queue, that hold any of the values in any case; bytes are searched in hex. */
export async function tablesWith(stack: Database, values: readonly string[]): Promise<string[]> {
  const wanted = values.map((value) => value.toLowerCase());
  const texts = await readTables(stack);
  return [...texts].flatMap(([name, text]) => (wanted.some((value) => text.includes(value)) ? [name] : [])).sort();
}

/** The columns, also of indexes, whose statistics hold any of the values. */
export async function statisticsWith({ database: { sql } }: Database, values: readonly string[]): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select format('%s.%s', tablename, attname) as name from pg_stats s
    where exists (select from unnest(${[...values]}::text[]) v where position(lower(v) in lower(s::text)) > 0) order by 1`;
  return rows.map(({ name }) => name);
}

/** All rows of each table, in lower case. */
async function readTables({ database: { sql } }: Database): Promise<Map<string, string>> {
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', nspname, relname) as name from pg_class c join pg_namespace n on n.oid = relnamespace
    where relkind in ('r', 'p') and not relispartition and nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`;
  const texts = new Map<string, string>();
  for (const { name } of tables) {
    const [row] = await sql.unsafe<{ text: string | null }[]>(
      `select lower(string_agg(to_jsonb(t)::text, ' ')) as text from ${name} t`,
    );
    texts.set(name.replace("public.", ""), row?.text ?? "");
  }
  return texts;
}

const algorithms = ["md5", "sha1", "sha256", "sha512"];
/** Enough of a digest to find it where it was cut. */
const digestLength = 16;

/**
 * What somebody with the database can compute of values that they guess: digests of each, as it is and in lower case,
 * without a key and under every key that the database holds, in hex and base64.
 */
export async function computableOf({ database: { sql } }: Database, values: readonly string[]): Promise<string[]> {
  const rows = await sql<{ key: Buffer }[]>`
    select key from page_key union all select convert_to(check_value, 'UTF8') from personal_key
    union all select convert_to(id, 'UTF8') from personal_key`;
  const makers = algorithms.flatMap((name) => [
    () => createHash(name),
    ...rows.map(
      ({ key }) =>
        () =>
          createHmac(name, key),
    ),
  ]);
  const texts = new Set(values.flatMap((value) => [value, value.toLowerCase()]));
  return [...texts].flatMap((text) =>
    makers.flatMap((make) => {
      const digest = make().update(text).digest();
      return [digest.toString("hex"), digest.toString("base64"), digest.toString("base64url")].map((form) =>
        form.slice(0, digestLength),
      );
    }),
  );
}
