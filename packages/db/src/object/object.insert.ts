import { AppError, type ObjectDefinition } from "@rewards/domain";
import { lockKeys } from "../awaiting/awaiting.lock.ts";
import { wakeAwaiting } from "../awaiting/awaiting.wake.ts";
import { bumpCatalogue } from "../catalogue/catalogue.bump.ts";
import type { Sql, Tx } from "../client.ts";
import { faultKind } from "../fault.ts";
import { insertClaimed, insertFirsts } from "../idempotency/idempotency.insert.ts";
import { insertHooks } from "./object.hooks.ts";
import { insertRest } from "./object.insert-rest.ts";
import { insertRows, keyOf } from "./object.insert-rows.ts";
import { readStanding } from "./object.standing.ts";
import type { InsertAnswer, InsertOutcome, NewRecord } from "./object.types.ts";

/**
 * Inserts a group of one class: all in one commit, with their `pending` rows and the idempotency keys that they came
 * with. May be repeated as it is when the outcome of a commit is unknown, since IDs and keys are fixed. A group that is
 * refused for one row's own reason is halved until only that row gets the error.
 * @throws what the database throws for reasons of its own (see faultKind).
 */
export function insertGroup(
  sql: Sql,
  definition: ObjectDefinition,
  records: readonly NewRecord[],
): Promise<InsertOutcome> {
  return insertFirsts(records, (firsts) => insertHalving(sql, definition, firsts));
}

async function insertHalving(
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
    const first = await insertHalving(sql, definition, records.slice(0, middle));
    const second = await insertHalving(sql, definition, records.slice(middle));
    return { answers: [...first.answers, ...second.answers], woken: [...first.woken, ...second.woken] };
  }
}

/** One commit; of a single statement, where nothing goes with the records. */
async function insertOnce(
  sql: Sql,
  definition: ObjectDefinition,
  records: readonly NewRecord[],
): Promise<InsertOutcome> {
  const isAlone = !definition.awaited && !definition.catalogued && !insertHooks[definition.noun];
  const hasKeys = records.some((record) => record.claim);
  if (isAlone && !hasKeys) return insertRecords(sql, definition, records);
  const insert = isAlone ? insertRecords : insertAccompanied;
  return sql.begin((tx) =>
    hasKeys
      ? insertClaimed(tx, definition, records, (fresh) => insert(tx, definition, fresh))
      : insert(tx, definition, records),
  );
}

/** The records that a definition's hooks accept, with all that comes with them or waited for them. */
async function insertAccompanied(
  tx: Tx,
  definition: ObjectDefinition,
  records: readonly NewRecord[],
): Promise<InsertOutcome> {
  const { awaited, catalogued, noun } = definition;
  const hooks = insertHooks[noun];
  if (awaited) await lockKeys(tx, awaited, keysOf(definition, records));
  const refused = (await hooks?.refuse?.(tx, records)) ?? new Map<string, AppError>();
  return insertRest(records, refused, async (accepted) => {
    const { answers, inserted } = await insertRecords(tx, definition, accepted);
    const fresh = accepted.filter(({ id }) => inserted.has(id));
    if (fresh.length === 0) return { answers, woken: [] };
    await hooks?.after?.(tx, fresh);
    const woken = awaited ? await wakeAwaiting(tx, awaited, keysOf(definition, fresh)) : [];
    if (catalogued) await bumpCatalogue(tx);
    return { answers, woken };
  });
}

/** @returns the answers, and the UUIDs of the records whose rows were written now. */
async function insertRecords(
  sql: Sql | Tx,
  definition: ObjectDefinition,
  records: readonly NewRecord[],
): Promise<InsertOutcome & { readonly inserted: ReadonlySet<string> }> {
  const inserted = await insertRows(sql, definition, records);
  const missing = records.filter((record) => !inserted.has(record.id));
  const standing = missing.length > 0 ? await readStanding(sql, definition, missing) : none;
  return { answers: records.map(({ id }) => standing.get(id) ?? { id }), woken: [], inserted };
}

const none: ReadonlyMap<string, InsertAnswer> = new Map();

function keysOf(definition: ObjectDefinition, records: readonly NewRecord[]): string[] {
  return records.map((record) => keyOf(definition, record));
}
