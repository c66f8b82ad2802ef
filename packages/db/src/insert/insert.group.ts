import { AppError, type ObjectDefinition } from "@rewards/domain";
import { lockKeys, wakeAwaiting } from "../awaiting/awaiting.wake.ts";
import { bumpCatalogue } from "../catalogue/catalogue.cache.ts";
import type { Sql, Tx } from "../client.ts";
import { faultKind } from "../fault.ts";
import { claimKeys, hashedScopeOf, type KeyHolder, keyReused, settleKeys } from "../idempotency/idempotency.claim.ts";
import type { InsertAnswer, InsertOutcome, NewRecord } from "../object/object.types.ts";
import { holdKey } from "../personal/personal.key.ts";
import { insertHooks } from "../plugins.ts";
import { refuseOutside } from "../scope/scope.records.ts";
import { readExisting } from "./insert.existing.ts";
import { insertRows, keyOf } from "./insert.rows.ts";

/** Records that repeat the idempotency key of an earlier record of their group, each with that record. */
type Duplicates = ReadonlyMap<NewRecord, NewRecord>;

const none: Duplicates = new Map();

/** For a group without keys it only reads each record once. */
function findDuplicates(records: readonly NewRecord[]): Duplicates {
  if (!records.some((record) => record.claim)) return none;
  const firsts = new Map<string, NewRecord>();
  const duplicates = new Map<NewRecord, NewRecord>();
  for (const record of records) {
    if (!record.claim) continue;
    const scope = hashedScopeOf(record.claim);
    const first = firsts.get(scope);
    if (first) duplicates.set(record, first);
    else firsts.set(scope, record);
  }
  return duplicates;
}

/**
 * Adds the answers of duplicates, after the insert of their firsts: the same content gets the answer of the first,
 * other content is refused.
 * @returns the duplicates still to insert: their first was refused, which freed the key, and their content differs.
 */
function answerDuplicates(duplicates: Duplicates, answers: Map<string, InsertAnswer>): NewRecord[] {
  const left: NewRecord[] = [];
  for (const [duplicate, first] of duplicates) {
    const answer = answers.get(first.id) ?? { id: first.id };
    if (duplicate.claim?.contentHash === first.claim?.contentHash) answers.set(duplicate.id, answer);
    else if (answer instanceof AppError) left.push(duplicate);
    else answers.set(duplicate.id, keyReused());
  }
  return left;
}

/** By ID, the answers for records that were not inserted. An inserted record is answered with its own ID. */
interface Inserted {
  readonly answers: ReadonlyMap<string, InsertAnswer>;
  readonly woken: readonly string[];
}

/**
 * Inserts a group of records of one class in one commit, with their `pending` rows and idempotency keys. It is safe to
 * repeat when the outcome of a commit is unknown, since IDs and keys are fixed. If Postgres refuses the values of one
 * row, the group is halved until only that row gets the error.
 * @throws errors of the database that no row causes (see faultKind).
 */
export async function insertGroup(
  sql: Sql,
  definition: ObjectDefinition,
  records: readonly NewRecord[],
): Promise<InsertOutcome> {
  const answers = new Map<string, InsertAnswer>();
  const woken: string[] = [];
  const refused = await refuseOutside(sql, definition, records);
  for (const [id, refusal] of refused) answers.set(id, refusal);
  let left = refused.size > 0 ? records.filter(({ id }) => !refused.has(id)) : records;
  while (left.length > 0) {
    const duplicates = findDuplicates(left);
    const firsts = duplicates.size > 0 ? left.filter((record) => !duplicates.has(record)) : left;
    const inserted = await insertHalving(sql, definition, firsts);
    for (const [id, answer] of inserted.answers) answers.set(id, answer);
    woken.push(...inserted.woken);
    left = answerDuplicates(duplicates, answers);
  }
  return { answers: records.map(({ id }) => answers.get(id) ?? { id }), woken };
}

async function insertHalving(sql: Sql, definition: ObjectDefinition, records: readonly NewRecord[]): Promise<Inserted> {
  try {
    return await insertOnce(sql, definition, records);
  } catch (error) {
    if (faultKind(error) !== "data") throw error;
    const [record] = records;
    if (record && records.length === 1) {
      const refusal = new AppError("Error_Record_Refused", undefined, { cause: error });
      return { answers: new Map([[record.id, refusal]]), woken: [] };
    }
    const middle = Math.ceil(records.length / 2);
    const first = await insertHalving(sql, definition, records.slice(0, middle));
    const second = await insertHalving(sql, definition, records.slice(middle));
    return { answers: new Map([...first.answers, ...second.answers]), woken: [...first.woken, ...second.woken] };
  }
}

/** One commit. A single statement if the class has nothing else to lock or write, and no record has a key. */
async function insertOnce(sql: Sql, definition: ObjectDefinition, records: readonly NewRecord[]): Promise<Inserted> {
  const { awaited, catalogued, noun } = definition;
  if (awaited || catalogued || insertHooks[noun] || records.some(({ claim, sealed }) => claim || sealed))
    return sql.begin((tx) => insertWithin(tx, definition, records));
  const inserted = await insertRows(sql, definition, records);
  const missing = records.filter(({ id }) => !inserted.has(id));
  return { answers: await readExisting(sql, definition, missing), woken: [] };
}

/**
 * Inserts records with their further rows, and wakes the sales that waited for them, in one transaction: a key and its
 * effect commit together or not at all. No two records have the same idempotency key.
 */
async function insertWithin(tx: Tx, definition: ObjectDefinition, records: readonly NewRecord[]): Promise<Inserted> {
  const { awaited, catalogued, initial, noun } = definition;
  const hooks = insertHooks[noun];

  const holders = records.flatMap(({ id, claim }): KeyHolder[] => (claim ? [{ claim, id, status: initial }] : []));
  const claimed = await claimKeys(tx, holders);
  const unanswered = records.filter(({ id }) => !claimed.has(id));
  if (unanswered.length === 0) return { answers: claimed, woken: [] };

  if (awaited) await lockKeys(tx, awaited, keysOf(definition, unanswered));
  const refused = (await hooks?.refuse?.(tx, unanswered)) ?? new Map<string, AppError>();
  const accepted = unanswered.filter(({ id }) => !refused.has(id));

  const keys = new Map(accepted.flatMap(({ sealed }) => (sealed ? [[sealed.key.id, sealed.key] as const] : [])));
  for (const key of keys.values()) await holdKey(tx, key);
  const inserted = await insertRows(tx, definition, accepted);
  const fresh = accepted.filter(({ id }) => inserted.has(id));
  const missing = accepted.filter(({ id }) => !inserted.has(id));
  const existing = await readExisting(tx, definition, missing);

  if (fresh.length > 0) await hooks?.after?.(tx, fresh);
  const woken = awaited && fresh.length > 0 ? await wakeAwaiting(tx, awaited, keysOf(definition, fresh)) : [];
  if (catalogued && fresh.length > 0) await bumpCatalogue(tx);

  const answers = new Map<string, InsertAnswer>([...claimed, ...refused, ...existing]);
  await settleKeys(
    tx,
    holders.filter(({ id }) => !claimed.has(id)),
    answers,
  );
  return { answers, woken };
}

function keysOf(definition: ObjectDefinition, records: readonly NewRecord[]): string[] {
  return records.map((record) => keyOf(definition, record));
}
