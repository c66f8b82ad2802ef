import { AppError, eraseContent, type ObjectDefinition, sale } from "@rewards/domain";
import type { Sql, Tx } from "../client.ts";
import { columnFields, columnName, keyTableOf, sqlTypeOf } from "../object/object.table.ts";
import type { InsertAnswer, NewRecord } from "../object/object.types.ts";
import { columnOf, rowsFrom, textLiteral } from "../statement.ts";
import { contentColumns, keyOf } from "./insert.rows.ts";

/** Values that give the same text in every session. A column that a later release adds does not change a digest. */
const plainOf = (column: string, type: string) =>
  type === "timestamptz" ? `extract(epoch from ${column})` : type === "text" ? `nullif(${column}, '')` : column;

/** SQL: a digest of the content of a sale, over the columns of its row or of a new one. 16 bytes of a SHA-256. */
export const contentDigest = () => {
  const content = columnFields(sale).flatMap(([name, field]) => {
    const column = `"${columnName(name)}"`;
    return field.input ? [`${textLiteral(name)}, ${plainOf(column, sqlTypeOf(field.type))}`] : [];
  });
  return `substr(sha256(convert_to(jsonb_strip_nulls(jsonb_build_object(${content.join(", ")}))::text, 'UTF8')), 1, 16)`;
};

interface Kept {
  readonly key: string;
  readonly id: string;
  /** In hex; null if the first sale has none. */
  readonly digest: string | null;
  readonly erased: string | null;
}

/**
 * The answers for records whose first record is in a detached partition: its ID, or a refusal if the content differs from
 * the one whose digest was kept. Content that is the same is in the scope of its caller, so the first record is too.
 */
export async function readDetached(
  sql: Sql | Tx,
  definition: ObjectDefinition,
  records: readonly NewRecord[],
): Promise<ReadonlyMap<string, InsertAnswer>> {
  const table = keyTableOf(definition);
  if (!table || records.length === 0) return new Map();
  const keys = records.map((record) => keyOf(definition, record));
  const rows = await sql<Kept[]>`
    select k.${sql(table.column)} as key, k.${sql(table.id)} as id, encode(d.digest, 'hex') as digest, d.erased
    from ${sql(table.name)} k left join sale_digest d on d.sale_id = k.${sql(table.id)}
    where k.${sql(table.column)} = any(${keys}::text[])`;
  const kept = new Map(rows.map((row) => [row.key, row]));
  const repeats = records.flatMap((record) => {
    const first = kept.get(keyOf(definition, record));
    return first ? [{ record, first }] : [];
  });
  if (repeats.length === 0) return new Map();
  const digests = await digestsOf(
    sql,
    definition,
    repeats.map(({ record, first: { erased } }) => ({
      ...record,
      content: eraseContent(record.content, erased) ?? record.content,
    })),
  );
  const refusal = () =>
    new AppError("Error_Key_Reused", [{ code: "Error_Key_Reused", identifier: `.${definition.key?.field}` }]);
  return new Map(
    repeats.map(({ record, first }): [string, InsertAnswer] => [
      record.id,
      first.digest === digests.get(record.id) ? { id: first.id } : refusal(),
    ]),
  );
}

/** The digests of new records in hex, by their IDs: Postgres computes them as it does those of rows. */
async function digestsOf(
  sql: Sql | Tx,
  definition: ObjectDefinition,
  records: readonly NewRecord[],
): Promise<ReadonlyMap<string, string>> {
  const columns = [columnOf<NewRecord>("id", "uuid", ({ id }) => id), ...contentColumns(definition)];
  const rows = await sql.unsafe<{ id: string; digest: string }[]>(
    `select id, encode(${contentDigest()}, 'hex') as digest
    from ${rowsFrom(columns)}`,
    columns.map(({ encode }) => encode(records)),
    { prepare: true },
  );
  return new Map(rows.map(({ id, digest }) => [id, digest]));
}
