import { rekeyTotp, usesTotpKey } from "@rewards/access";
import {
  type Author,
  columnFields,
  columnName,
  faultKind,
  holdKey,
  type PersonalKeys,
  personalClasses,
  personalColumns,
  personalFields,
  readPersonal,
  readStoredKeys,
  refuseOtherKeys,
  type Sql,
  sealedColumn,
  sealedColumnNames,
  sqlTypeOf,
  type Tx,
  textLiteral,
  writeAudit,
} from "@rewards/db";
import { AppError, type ObjectDefinition } from "@rewards/domain";
import { retryWithJitter } from "@rewards/runtime";
import { dropHashes } from "./personal.hashes.ts";

export interface Rekeyed {
  /** Records whose personal fields were stored anew. */
  readonly records: number;
  /** Those among them that another process stored in another way during the run. */
  readonly late: number;
  /** Secrets of one-time codes that were stored anew. */
  readonly secrets: number;
  /** The first of the records and secrets that could not be decrypted, and so stay as they are, with the reason. */
  readonly unopened: readonly string[];
  /** How many they are. */
  readonly unopenedCount: number;
  /** The IDs of keys that no record needs any more. */
  readonly unused: readonly string[];
}

/** Few, so that an Edit of one of them waits for some milliseconds only. */
const batchRows = 100;
/** Records that an API with an older setting stores during a pass are found by the next one. */
const passesMax = 10;
const unopenedShownMax = 10;
const retryMsMax = 60_000;

type Row = Readonly<Record<string, unknown>>;

interface Batch {
  readonly last: string | undefined;
  readonly done: number;
  readonly unopened: readonly string[];
}

/**
 * Stores the personal fields of all records, and the secrets of one-time codes, as new values are stored: encrypted with the sealing key, or in clear
 * without one. The hashes of contents with such fields that were made in another way go. Works in small batches while the service runs, each a transaction that locks its rows; after a stop it
 * starts again and finds the rest. A record's version and history stay. At the end it removes the IDs of keys that no
 * record needs.
 * @throws AppError 503 if data is encrypted with another key than the one under its ID. Nothing is stored then.
 */
export async function rekeyPersonal(
  sql: Sql,
  keys: PersonalKeys,
  author: Author,
  progress: (records: number) => void = () => undefined,
): Promise<Rekeyed> {
  refuseOtherKeys(keys, await readStoredKeys(sql));
  await sql.begin((tx) =>
    writeAudit(tx, { author, operation: "member.rekey", detail: { key: keys.sealing?.id ?? null } }),
  );
  let [records, late] = [0, 0];
  let unopened: Unopened = { unopened: [], unopenedCount: 0 };
  for (const definition of personalClasses)
    for (let pass = 1; pass <= passesMax; pass += 1) {
      const before = records;
      unopened = { unopened: [], unopenedCount: 0 };
      for await (const batch of batchesOf(sql, keys, definition)) {
        records += batch.done;
        if (pass > 1) late += batch.done;
        progress(records);
        unopened = withMore(unopened, batch.unopened);
      }
      if (records === before) break;
    }
  if (keys.sealing) await dropHashes(keys.sealing, (run) => repeated(() => sql.begin(run)));
  const { secrets, unopened: closed } = await repeated(() => sql.begin((tx) => rekeyTotp(tx, keys)));
  return { records, late, secrets, ...withMore(unopened, closed), unused: await removeUnused(sql, keys) };
}

type Unopened = Pick<Rekeyed, "unopened" | "unopenedCount">;

const withMore = ({ unopened, unopenedCount }: Unopened, more: readonly string[]): Unopened => ({
  unopened: [...unopened, ...more].slice(0, unopenedShownMax),
  unopenedCount: unopenedCount + more.length,
});

/** Repeats a transaction that found rows locked for too long, or Postgres away. */
const repeated = <Result>(run: () => Promise<Result>) =>
  retryWithJitter(run, {
    isRetryable: (error) => faultKind(error) === "infrastructure",
    waitMsMin: 50,
    waitMsMax: 1_000,
    deadlineMs: retryMsMax,
  });

async function* batchesOf(sql: Sql, keys: PersonalKeys, definition: ObjectDefinition): AsyncGenerator<Batch> {
  let cursor: string | undefined = "00000000-0000-0000-0000-000000000000";
  while (cursor !== undefined) {
    const after: string = cursor;
    const batch: Batch = await repeated(() => sql.begin((tx) => rekeyBatch(tx, keys, definition, after)));
    yield batch;
    cursor = batch.last;
  }
}

async function rekeyBatch(tx: Tx, keys: PersonalKeys, definition: ObjectDefinition, after: string): Promise<Batch> {
  // It may have to pass over millions of records that are done.
  await tx`select set_config('statement_timeout', '0', true), set_config('transaction_timeout', '0', true)`;
  if (keys.sealing) await holdKey(tx, keys.sealing);
  const columns = ["id", ...personalFields(definition).map(({ name }) => columnName(name)), sealedColumn];
  const rows = await tx<Row[]>`
    select ${tx(columns)} from ${tx(definition.noun)} where id > ${after} and ${tx.unsafe(needsRekey(keys, definition))}
    order by id limit ${batchRows} for no key update`;
  const unopened: string[] = [];
  const changed = rows.flatMap((row) => {
    try {
      return [newColumns(keys, definition, row)];
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      unopened.push((error.cause as Error).message);
      return [];
    }
  });
  if (changed.length > 0) await writeRows(tx, definition, changed);
  const last = rows.length < batchRows ? undefined : String(rows.at(-1)?.["id"]);
  return { last, done: changed.length, unopened };
}

/** Matches records that are stored otherwise than new ones. Those without personal data, as after an erasure, never match. */
function needsRekey({ sealing }: PersonalKeys, definition: ObjectDefinition): string {
  if (!sealing) return `${sealedColumn} is not null`;
  const empty = personalFields(definition).map(({ name, type }) =>
    type === "text" ? `${columnName(name)} = ''` : `${columnName(name)} is null`,
  );
  return `case when ${sealedColumn} is null then not (${empty.join(" and ")})
    else not starts_with(${sealedColumn}, ${textLiteral(`${sealing.id}.`)}) end`;
}

function newColumns(keys: PersonalKeys, definition: ObjectDefinition, row: Row): Row {
  const byField = personalFields(definition).map(({ name }) => [name, row[columnName(name)]]);
  const values = readPersonal(keys, definition, { ...row, ...Object.fromEntries(byField) });
  return { id: row["id"], ...personalColumns(definition, keys, String(row["id"]), values) };
}

async function writeRows(tx: Tx, definition: ObjectDefinition, rows: readonly Row[]): Promise<void> {
  const typeOf = new Map(columnFields(definition).map(([name, { type }]) => [columnName(name), sqlTypeOf(type)]));
  const names = [...personalFields(definition).map(({ name }) => columnName(name)), ...sealedColumnNames(definition)];
  const set = names.map((name) => `"${name}" = r."${name}"`).join(", ");
  const types = names.map((name) => `"${name}" ${typeOf.get(name) ?? "text"}`).join(", ");
  await tx.unsafe(
    `update "${definition.noun}" t set ${set} from jsonb_to_recordset($1::text::jsonb) as r(id uuid, ${types})
     where t.id = any($2::uuid[]) and t.id = r.id`,
    [JSON.stringify(rows), rows.map(({ id }) => String(id))] as never[],
  );
}

async function removeUnused(sql: Sql, { sealing }: PersonalKeys): Promise<string[]> {
  const others = (await readStoredKeys(sql)).filter(({ id }) => id !== sealing?.id);
  const removed: string[] = [];
  for (const { id } of others) if (await repeated(() => sql.begin((tx) => removeIfUnused(tx, id)))) removed.push(id);
  return removed;
}

/** The lock keeps others from storing a record under the key between the search and the removal (see `holdKey`). */
async function removeIfUnused(tx: Tx, id: string): Promise<boolean> {
  await tx`select set_config('statement_timeout', '0', true), set_config('transaction_timeout', '0', true)`;
  await tx`select id from personal_key where id = ${id} for update`;
  for (const { noun } of personalClasses) {
    const [used] = await tx`
      select id from ${tx(noun)} where starts_with(${tx(sealedColumn)}, ${`${id}.`}) limit 1`;
    if (used) return false;
  }
  if (await usesTotpKey(tx, id)) return false;
  await tx`delete from personal_key where id = ${id}`;
  return true;
}
