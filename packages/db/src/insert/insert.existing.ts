import { isDeepStrictEqual } from "node:util";
import { AppError, deletedStatus, eraseContent, type ObjectDefinition, statusesOf } from "@rewards/domain";
import type { Sql, Tx } from "../client.ts";
import { amongIds, isLive } from "../object/object.settle.ts";
import { columnFields, columnName, recordColumnNames } from "../object/object.table.ts";
import type { InsertAnswer, NewRecord } from "../object/object.types.ts";
import { readDetached } from "./insert.detached.ts";

type Row = Readonly<Record<string, unknown>>;

const none: ReadonlyMap<string, InsertAnswer> = new Map();

/**
 * Answers for records whose insert met an existing row: the record itself (after a commit with an unknown outcome), the
 * first record of the same key and content, or a refusal.
 */
export async function readExisting(
  sql: Sql | Tx,
  definition: ObjectDefinition,
  records: readonly NewRecord[],
): Promise<ReadonlyMap<string, InsertAnswer>> {
  if (records.length === 0) return none;
  const { key, noun } = definition;
  const ids = records.map((record) => record.id);
  const byId = await sql<Row[]>`select id from ${sql(noun)} where ${amongIds(sql, "id", ids)}`;
  const own = new Set(byId.map((row) => row["id"]));
  const byKey = key ? await readByKey(sql, definition, records) : new Map<string, Row>();
  const answers = new Map(
    records.map((record): [string, InsertAnswer] => {
      if (own.has(record.id)) return [record.id, { id: record.id }];
      const existing = key && byKey.get(String(record.content[key.field]));
      return [record.id, answerOf(definition, record, existing)];
    }),
  );
  const gone = records.filter((record) => !own.has(record.id) && key && !byKey.has(String(record.content[key.field])));
  for (const [id, answer] of await readDetached(sql, definition, gone)) answers.set(id, answer);
  return answers;
}

async function readByKey(
  sql: Sql | Tx,
  definition: ObjectDefinition,
  records: readonly NewRecord[],
): Promise<Map<string, Row>> {
  const { key, noun } = definition;
  if (!key) return new Map();
  const column = columnName(key.field);
  const keys = [...new Set(records.map((record) => String(record.content[key.field])))];
  const live = statusesOf(definition).includes(deletedStatus) ? sql`and ${isLive(sql)}` : sql``;
  // The index of an optional key leaves out empty keys: Postgres uses it only with this condition.
  const given = key.optional ? sql`and ${sql(column)} <> ''` : sql``;
  const rows = await sql<
    Row[]
  >`select ${sql(recordColumnNames(definition))} from ${sql(noun)} where ${sql(column)} = any(${keys}::text[]) ${live} ${given}`;
  return new Map(rows.map((row) => [String(row[column]), row]));
}

function answerOf(definition: ObjectDefinition, record: NewRecord, existing: Row | undefined): InsertAnswer {
  const identifier = definition.key ? `.${definition.key.field}` : ".ID";
  if (definition.key?.repeats !== "answer" || !existing)
    return new AppError("Error_Key_Taken", [{ code: "Error_Key_Taken", identifier }]);
  return isSameContent(definition, record, contentOf(definition, existing))
    ? { id: String(existing["id"]) }
    : new AppError("Error_Key_Reused", [{ code: "Error_Key_Reused", identifier }]);
}

/** Whether the first record had the same content: as it is stored, or as it was before an erasure of its member. */
function isSameContent(definition: ObjectDefinition, record: NewRecord, stored: Record<string, unknown>): boolean {
  const sent = comparable(definition, record);
  return isDeepStrictEqual(stored, sent) || isDeepStrictEqual(stored, eraseContent(sent, stored["MemberExternalID"]));
}

/** The stored content in the form of parsed content, so that both can be compared field by field. */
function contentOf(definition: ObjectDefinition, row: Row): Record<string, unknown> {
  return Object.fromEntries(inputFields(definition).map((name) => [name, plain(row[columnName(name)])]));
}

function comparable(definition: ObjectDefinition, record: NewRecord): Record<string, unknown> {
  return Object.fromEntries(inputFields(definition).map((name) => [name, plain(record.content[name])]));
}

function inputFields(definition: ObjectDefinition): string[] {
  return columnFields(definition).flatMap(([name, field]) => (field.input ? [name] : []));
}

function plain(value: unknown): unknown {
  return value === undefined ? null : JSON.parse(JSON.stringify(value));
}
