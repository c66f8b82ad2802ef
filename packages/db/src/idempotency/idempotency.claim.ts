import { hash } from "node:crypto";
import { AppError } from "@rewards/domain";
import type { Tx } from "../client.ts";
import type { IdempotencyClaim, InsertAnswer } from "../object/object.types.ts";

/** The form of a key after an erasure, as Postgres' function `hashed_key` makes it. */
export const hashedKey = (key: string): string => (hashedPattern.test(key) ? key : `sha256:${hash("sha256", key)}`);

const hashedPattern = /^sha256:[0-9a-f]{64}$/;

/** The answer to the first call with a key, which each repeat gets too: the object's UUID, and its status then. */
export interface FirstAnswer {
  readonly id: string;
  readonly status: string;
  /** The object's version after an action; null after a create. */
  readonly version: number | null;
}

/** A claim with the answer to store under its key. */
export interface KeyHolder extends Omit<FirstAnswer, "version"> {
  readonly claim: IdempotencyClaim;
}

type Scope = Pick<IdempotencyClaim, "key" | "path" | "method" | "caller">;
type Row = Scope & FirstAnswer & { readonly contentHash: string | null };

/** Equal for claims of one key, and only for them: no part contains a NUL. */
function scopeOf({ key, path, method, caller }: Scope): string {
  return `${key}\0${path}\0${method}\0${caller}`;
}

/**
 * Equal for claims that the unique index treats as the same: it does not distinguish a key from its hash. An erasure may
 * have replaced a key by its hash, and a caller may send the hash of another key.
 */
export function hashedScopeOf({ key, ...rest }: Scope): string {
  return scopeOf({ ...rest, key: hashedKey(key) });
}

/** The refusal of a key that was used with other content. */
export function keyReused(): AppError {
  return new AppError("Error_Key_Reused", [{ code: "Error_Key_Reused", identifier: "Idempotency-Key" }]);
}

/**
 * Writes the keys, before anything else in a transaction: a concurrent call with one of them waits here until this
 * transaction has ended. Sorted in memory, so that transactions with the same keys queue up instead of deadlocking. All
 * holders differ in key and in object.
 * @returns for each key that existed already, by the holder's ID: the first answer, or a refusal if the content
 * differs.
 */
export async function claimKeys(
  tx: Tx,
  holders: readonly KeyHolder[],
): Promise<ReadonlyMap<string, FirstAnswer | AppError>> {
  // A statement after the insert has a new snapshot, which shows the keys that the insert waited for, and erasures of
  // keys that ended meanwhile.
  const [written, erased] = await Promise.all([
    writeKeys(tx, holders),
    readAnswers(tx, holders, ({ erasedKeys }) => erasedKeys),
  ]);
  await releaseKeys(
    tx,
    holders.filter(({ id }) => written.has(id) && erased.has(id)),
  );
  const met = holders.filter(({ id }) => !written.has(id) && !erased.has(id));
  const answers = await readAnswers(tx, met, ({ key }) => [hashedKey(key)]);
  if (answers.size < met.length) throw new Error("an idempotency key existed at the insert and is gone");
  return new Map([...erased, ...answers]);
}

/** @returns the IDs of the holders whose keys are new. */
async function writeKeys(tx: Tx, holders: readonly KeyHolder[]): Promise<ReadonlySet<string>> {
  if (holders.length === 0) return new Set();
  const sorted = holders
    .map((holder) => ({ ...holder, scope: scopeOf(holder.claim) }))
    .sort((a, b) => (a.scope < b.scope ? -1 : 1));
  const { keys, paths, methods, callers, ids } = columnsOf(sorted);
  const hashes = sorted.map(({ claim }) => claim.contentHash);
  const keyHashes = sorted.map(({ claim }) => claim.keyHash);
  const statuses = sorted.map(({ status }) => status);
  const rows = await tx<{ id: string }[]>`
    insert into idempotency_key (key, path, method, caller, content_hash, key_hash, object_id, status)
    select key, path, method, caller, decode(hash, 'hex'), decode(key_hash, 'hex'), id, status
    from unnest(${keys}::text[], ${paths}::text[], ${methods}::text[], ${callers}::text[], ${hashes}::text[],
      ${keyHashes}::text[], ${ids}::uuid[], ${statuses}::text[]) as r(key, path, method, caller, hash, key_hash, id, status)
    on conflict do nothing returning object_id as id`;
  return new Set(rows.map(({ id }) => id));
}

/** The forms in which a key may be stored, after `hashed_key`. */
type FormsOf = (claim: IdempotencyClaim) => readonly string[];

/** The answers of existing keys, by the holder's ID. */
async function readAnswers(
  tx: Tx,
  holders: readonly KeyHolder[],
  formsOf: FormsOf,
): Promise<Map<string, FirstAnswer | AppError>> {
  const forms = holders.flatMap(({ claim }) => formsOf(claim));
  if (forms.length === 0) return new Map();
  const { paths, methods, callers } = columnsOf(holders);
  const rows = await tx<Row[]>`
    select hashed_key(key) as key, path, method, caller, encode(content_hash, 'hex') as "contentHash", object_id as id, status, version
    from idempotency_key
    where hashed_key(key) = any(${forms}::text[]) and path = any(${unique(paths)}::text[])
      and method = any(${unique(methods)}::text[]) and caller = any(${unique(callers)}::text[])`;
  const byScope = new Map(rows.map((row) => [scopeOf(row), row]));
  return new Map(
    holders.flatMap(({ claim, id }) => {
      const [first] = formsOf(claim).flatMap((key) => byScope.get(scopeOf({ ...claim, key })) ?? []);
      if (!first) return [];
      return [[id, claim.isContentOf(first.contentHash) ? first : keyReused()]] as const;
    }),
  );
}

/** Adds the objects' new statuses and versions to the keys of actions, in the transaction that wrote the keys. */
export async function keepOutcomes(
  tx: Tx,
  outcomes: ReadonlyMap<KeyHolder, Pick<FirstAnswer, "status" | "version">>,
): Promise<void> {
  if (outcomes.size === 0) return;
  const [holders, answers] = [[...outcomes.keys()], [...outcomes.values()]];
  await tx`
    update idempotency_key set
      status = (${answers.map(({ status }) => status)}::text[])[array_position(${scopesOf(holders)}::text[], ${rowScope(tx)})],
      version = (${answers.map(({ version }) => version)}::int[])[array_position(${scopesOf(holders)}::text[], ${rowScope(tx)})]
    where ${isOfHolders(tx, holders)}`;
}

/**
 * Call it after the insert of the holders, in the transaction that claimed their keys. Releases the key of a refused
 * record; a key whose record existed already is answered with the existing record from now on.
 * @param answers by ID; a holder without one was inserted.
 */
export async function settleKeys(
  tx: Tx,
  holders: readonly KeyHolder[],
  answers: ReadonlyMap<string, InsertAnswer>,
): Promise<void> {
  const refused: KeyHolder[] = [];
  const moved = new Map<KeyHolder, string>();
  for (const holder of holders) {
    const answer = answers.get(holder.id);
    if (answer instanceof AppError) refused.push(holder);
    else if (answer && answer.id !== holder.id) moved.set(holder, answer.id);
  }
  await releaseKeys(tx, refused);
  await moveKeys(tx, moved);
}

/** Deletes the keys of refused calls, in the transaction that wrote them. */
export async function releaseKeys(tx: Tx, holders: readonly KeyHolder[]): Promise<void> {
  if (holders.length === 0) return;
  await tx`delete from idempotency_key where ${isOfHolders(tx, holders)}`;
}

/** Changes the objects of keys, in the transaction that wrote them. */
async function moveKeys(tx: Tx, moved: ReadonlyMap<KeyHolder, string>): Promise<void> {
  if (moved.size === 0) return;
  const holders = [...moved.keys()];
  await tx`
    update idempotency_key set object_id = (${[...moved.values()]}::uuid[])[array_position(${scopesOf(holders)}::text[], ${rowScope(tx)})]
    where ${isOfHolders(tx, holders)}`;
}

/** No part of a scope contains a line break. */
const rowScope = (tx: Tx) => tx`concat_ws(chr(10), key, path, method, caller)`;
const scopesOf = (holders: readonly KeyHolder[]) =>
  holders.map(({ claim: { key, path, method, caller } }) => [key, path, method, caller].join("\n"));

/**
 * The rows of these holders, found by their keys: the same key of another caller, path or object is another row. No join,
 * which Postgres could plan as a scan of all keys for each row.
 */
function isOfHolders(tx: Tx, holders: readonly KeyHolder[]) {
  const { keys, paths } = columnsOf(holders);
  return tx`key = any(${keys}::text[]) and path = any(${unique(paths)}::text[]) and ${rowScope(tx)} = any(${scopesOf(holders)}::text[])`;
}

function columnsOf(holders: readonly KeyHolder[]) {
  return {
    keys: holders.map(({ claim }) => claim.key),
    paths: holders.map(({ claim }) => claim.path),
    methods: holders.map(({ claim }) => claim.method),
    callers: holders.map(({ claim }) => claim.caller),
    ids: holders.map(({ id }) => id),
  };
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
