import { AppError, type ObjectDefinition } from "@rewards/domain";
import { lockKeys } from "../awaiting/awaiting.lock.ts";
import { wakeAwaiting } from "../awaiting/awaiting.wake.ts";
import { bumpCatalogue } from "../catalogue/catalogue.bump.ts";
import type { Sql, Tx } from "../client.ts";
import { faultKind } from "../fault.ts";
import { arrayLiteral, textLiteral } from "../literal.ts";
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
  /** The parameters of a group: one for each column that differs from record to record. */
  readonly parameters: (records: readonly NewRecord[]) => string[];
}

const statements = new Map<string, InsertStatement>();

/** The columns go over as one array each, which costs Postgres half of what it takes to read rows from JSON. */
function statementOf(definition: ObjectDefinition): InsertStatement {
  const known = statements.get(definition.class);
  if (known) return known;
  const own = columnFields(definition).filter(([, field]) => field.input);
  const columns = [
    { name: "id", ...columnOf("uuid", (record) => record.id) },
    { name: "create_user_id", ...columnOf("text", (record) => record.user) },
    ...own.map(([name, field]) => ({
      name: columnName(name),
      ...columnOf(sqlTypeOf(field.type), (record) => record.content[name]),
    })),
  ];
  const names = columns.map(({ name }) => `"${name}"`).join(", ");
  const sources = columns.map(({ source }, index) => source(`$${index + 1}`)).join(", ");
  const insert = `insert into "${definition.noun}" (status, confirmation_note, update_user_id, ${names})
    select ${textLiteral(definition.initial)}, ${textLiteral(definition.created.note)}, create_user_id, ${names}
    from rows from (${sources}) as r(${names}) on conflict do nothing returning id`;
  const text = definition.staged
    ? `with inserted as (${insert}), waiting as (insert into pending (class, id) select ${textLiteral(definition.class)}, id from inserted) select id from inserted`
    : insert;
  const statement = {
    text,
    parameters: (records: readonly NewRecord[]) => columns.map(({ encode }) => encode(records)),
  };
  statements.set(definition.class, statement);
  return statement;
}

interface InsertColumn {
  /** The rows of the column, from its parameter. */
  readonly source: (parameter: string) => string;
  readonly encode: (records: readonly NewRecord[]) => string;
}

function columnOf(type: string, read: (record: NewRecord) => unknown): InsertColumn {
  if (type === "jsonb")
    return {
      source: (parameter) => `jsonb_array_elements(${parameter}::text::jsonb)`,
      encode: (records) => JSON.stringify(records.map(read)),
    };
  return {
    source: (parameter) => `unnest(${parameter}::${type}[])`,
    encode: (records) => arrayLiteral(records.map(read)),
  };
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
  const parameters = statement.parameters(sorted.map(({ record }) => record));
  const inserted = await sql.unsafe<{ id: string }[]>(statement.text, parameters, { prepare: true });
  return new Set(inserted.map((row) => row.id));
}
