import { AppError, type ObjectDefinition } from "@rewards/domain";
import { lockKeys } from "../awaiting/awaiting.lock.ts";
import { wakeAwaiting } from "../awaiting/awaiting.wake.ts";
import { bumpCatalogue } from "../catalogue/catalogue.bump.ts";
import type { Sql, Tx } from "../client.ts";
import { faultKind } from "../fault.ts";
import { insertHooks } from "./object.hooks.ts";
import { readStanding } from "./object.standing.ts";
import { columnFields, columnName, sqlTypeOf } from "./object.table.ts";
import type { InsertAnswer, NewRecord } from "./object.types.ts";

export interface InsertOutcome {
  readonly answers: InsertAnswer[];
  /** Sales that waited for one of these records and go on now. */
  readonly woken: readonly string[];
}

/**
 * Inserts a group of one class: all in one commit, with their `pending` rows. May be repeated as it is when the outcome
 * of a commit is unknown, since IDs and keys are fixed. A group that is refused for one row's own reason is halved
 * until only that row gets the error.
 * @throws what the database throws for reasons of its own (see faultKind).
 */
export async function insertGroup(
  sql: Sql,
  definition: ObjectDefinition,
  records: readonly NewRecord[],
): Promise<InsertOutcome> {
  try {
    return await insertOnce(sql, definition, records);
  } catch (error) {
    if (faultKind(error) !== "data") throw error;
    if (records.length === 1)
      return { answers: [new AppError("Error_Record_Refused", undefined, { cause: error })], woken: [] };
    const middle = Math.ceil(records.length / 2);
    const first = await insertGroup(sql, definition, records.slice(0, middle));
    const second = await insertGroup(sql, definition, records.slice(middle));
    return { answers: [...first.answers, ...second.answers], woken: [...first.woken, ...second.woken] };
  }
}

async function insertOnce(
  sql: Sql,
  definition: ObjectDefinition,
  records: readonly NewRecord[],
): Promise<InsertOutcome> {
  const hooks = insertHooks[definition.noun];
  const isPlain = !definition.awaited && !definition.catalogued && !hooks;
  const refused = new Map<string, AppError>();
  let woken: string[] = [];
  let inserted: Set<string>;
  if (isPlain) {
    inserted = await insertRows(sql, definition, records);
  } else {
    await sql.begin(async (tx) => {
      if (definition.awaited)
        await lockKeys(
          tx,
          definition.awaited,
          records.map((record) => keyOf(definition, record)),
        );
      for (const [id, error] of (await hooks?.refuse?.(tx, records)) ?? []) refused.set(id, error);
      inserted = await insertRows(
        tx,
        definition,
        records.filter((record) => !refused.has(record.id)),
      );
      const fresh = records.filter((record) => inserted.has(record.id));
      if (fresh.length === 0) return;
      await hooks?.after?.(tx, fresh);
      if (definition.awaited)
        woken = await wakeAwaiting(
          tx,
          definition.awaited,
          fresh.map((record) => keyOf(definition, record)),
        );
      if (definition.catalogued) await bumpCatalogue(tx);
    });
  }
  const missing = records.filter((record) => !inserted.has(record.id) && !refused.has(record.id));
  const standing = missing.length > 0 ? await readStanding(sql, definition, missing) : new Map<string, InsertAnswer>();
  const answers = records.map((record) => refused.get(record.id) ?? standing.get(record.id) ?? { id: record.id });
  return { answers, woken };
}

function keyOf(definition: ObjectDefinition, record: NewRecord): string {
  return definition.key ? String(record.content[definition.key.field]) : record.id;
}

interface InsertStatement {
  readonly text: string;
  readonly fields: readonly (readonly [field: string, column: string])[];
}

const statements = new Map<string, InsertStatement>();

function statementOf(definition: ObjectDefinition): InsertStatement {
  const known = statements.get(definition.class);
  if (known) return known;
  const own = columnFields(definition).filter(([, field]) => field.input);
  const columns = [
    ["id", "uuid"],
    ["status", "text"],
    ["confirmation_note", "text"],
    ["create_user_id", "text"],
    ["update_user_id", "text"],
    ...own.map(([name, field]) => [columnName(name), sqlTypeOf(field.type)] as const),
  ] as const;
  const names = columns.map(([name]) => `"${name}"`).join(", ");
  const types = columns.map(([name, type]) => `"${name}" ${type}`).join(", ");
  const insert = `insert into "${definition.noun}" (${names}) select ${names} from jsonb_to_recordset($1::text::jsonb) as r(${types}) on conflict do nothing returning id`;
  const text = definition.staged
    ? `with inserted as (${insert}), waiting as (insert into pending (class, id) select '${definition.class}', id from inserted) select id from inserted`
    : insert;
  const statement = { text, fields: own.map(([name]) => [name, columnName(name)] as const) };
  statements.set(definition.class, statement);
  return statement;
}

/** One statement for the group. Sorted by key in memory: unsorted, two gateways with the same keys deadlock. */
async function insertRows(
  sql: Sql | Tx,
  definition: ObjectDefinition,
  records: readonly NewRecord[],
): Promise<Set<string>> {
  if (records.length === 0) return new Set();
  const statement = statementOf(definition);
  const sorted = records
    .map((record) => ({ record, key: keyOf(definition, record) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  const rows = sorted.map(({ record }) => rowOf(definition, statement, record));
  const inserted = await sql.unsafe<{ id: string }[]>(statement.text, [JSON.stringify(rows)], { prepare: true });
  return new Set(inserted.map((row) => row.id));
}

function rowOf(
  definition: ObjectDefinition,
  statement: InsertStatement,
  { id, content, user }: NewRecord,
): Record<string, unknown> {
  const row: Record<string, unknown> = {
    id,
    status: definition.initial,
    confirmation_note: definition.created.note,
    create_user_id: user,
    update_user_id: user,
  };
  for (const [field, column] of statement.fields) row[column] = content[field];
  return row;
}
