import { AppError, type ObjectDefinition, objects } from "@rewards/domain";
import { columnFields, columnName, lookUpColumn, sealedColumn, sealedColumnNames } from "../object/object.table.ts";
import type { NewRecord } from "../object/object.types.ts";
import { seal, unseal } from "../seal.ts";
import { keep } from "../statement.ts";
import { lookUpHash, type PersonalKey, type PersonalKeys } from "./personal.keys.ts";

type Values = Readonly<Record<string, unknown>>;

interface PersonalEdit {
  /** The current values of the personal fields. */
  readonly known: Values;
  /** The columns to write instead of those of the personal fields that are set. */
  readonly columns: Values;
}

/**
 * The columns that an action writes if it sets personal fields of a locked record. Encrypted fields are sealed together,
 * so they are opened, merged and sealed again. Undefined if the fields were not encrypted and will not be. If there is a
 * key for new values, hold it before the write (`holdKey`).
 * @param record the record's columns by field name, and its sealed text under its column's name.
 * @throws AppError 503 if the record's values cannot be decrypted.
 */
export function editPersonal(
  keys: PersonalKeys,
  target: ObjectDefinition,
  record: Values,
  set: Values,
): PersonalEdit | undefined {
  const isEncrypted = typeof record[sealedColumn] === "string" || keys.sealing !== undefined;
  if (!isEncrypted || !personalFields(target).some(({ name }) => name in set)) return undefined;
  const known = readPersonal(keys, target, record);
  return { known, columns: personalColumns(target, keys, String(record["id"]), { ...known, ...set }) };
}

/** The names and types of the personal fields of a class. Every create asks for them, so they are listed once. */
export const personalFields = keep((definition: ObjectDefinition) =>
  columnFields(definition).flatMap(([name, { personal, type }]) => (personal ? [{ name, type }] : [])),
);

/** The classes that have personal fields. */
export const personalClasses = objects.filter((definition) => personalFields(definition).length > 0);

const emptyOf = (type: string) => (type === "text" ? "" : null);

/** An empty value for each personal field of a class. */
function emptyFields(definition: ObjectDefinition): Record<string, unknown> {
  return Object.fromEntries(personalFields(definition).map(({ name, type }) => [name, emptyOf(type)]));
}

/** The personal ones among values by field name. */
const personalOf = (definition: ObjectDefinition, values: Values): Values =>
  Object.fromEntries(personalFields(definition).map(({ name }) => [name, values[name]]));

const withColumnNames = (values: Values) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [columnName(name), value]));

/** The columns that clear the personal fields of a record, stored in clear or encrypted. */
export function clearedColumns(definition: ObjectDefinition): Record<string, unknown> {
  return { ...withColumnNames(emptyFields(definition)), ...unsealedColumns(definition) };
}

const unsealedColumns = (definition: ObjectDefinition) =>
  Object.fromEntries(sealedColumnNames(definition).map((name) => [name, null]));

/**
 * The columns that hold the personal fields of a record: encrypted if there is a key for new values, otherwise in clear.
 * @param values the values of all personal fields of the record.
 */
export function personalColumns(
  definition: ObjectDefinition,
  { sealing }: PersonalKeys,
  id: string,
  values: Values,
): Record<string, unknown> {
  const own = personalOf(definition, values);
  if (!sealing) return { ...withColumnNames(own), ...unsealedColumns(definition) };
  return { ...withColumnNames(emptyFields(definition)), ...sealedColumns(definition, sealing, id, own) };
}

/** Sealed texts have a multiple of this many bytes, so that their length says little about a value. */
const paddedBytes = 64;

function padded(text: string): string {
  const bytes = Buffer.byteLength(text);
  return text + " ".repeat((paddedBytes - (bytes % paddedBytes)) % paddedBytes);
}

/** Binds a sealed text to its record: in another row it cannot be opened. */
const placeOf = (className: string, id: string) => `${className} ${id}`;

function sealedColumns(
  definition: ObjectDefinition,
  key: PersonalKey,
  id: string,
  values: Values,
): Record<string, string | null> {
  const { class: className, lookedUpBy = [] } = definition;
  const hashed = lookedUpBy.filter((name) => name in values);
  const hashes = hashed.map((name) => {
    const text = String(values[name] ?? "");
    return [lookUpColumn(name), text === "" ? null : lookUpHash(key, { class: className, name }, text).whole] as const;
  });
  const sealed = `${key.id}.${seal(key.seal, placeOf(className, id), padded(JSON.stringify(values)))}`;
  return { [sealedColumn]: sealed, ...Object.fromEntries(hashes) };
}

/** A new record with its personal fields encrypted, if there is a key for new values. */
export function sealNewRecord(definition: ObjectDefinition, keys: PersonalKeys, record: NewRecord): NewRecord {
  const { sealing } = keys;
  if (!sealing || personalFields(definition).length === 0) return record;
  const { id, content } = record;
  const sealed = {
    key: { id: sealing.id, checkValue: sealing.checkValue },
    columns: sealedColumns(definition, sealing, id, personalOf(definition, content)),
  };
  return { ...record, content: { ...content, ...emptyFields(definition) }, sealed };
}

/** The sealed text of a record, and the record that it is bound to. */
export interface SealedText {
  readonly class: string;
  readonly id: string;
  readonly sealed: string;
}

/**
 * The personal fields of a record from its sealed text.
 * @throws AppError 503 if the key is missing, or the text is damaged or of another record. Its cause says which.
 */
export function openPersonal(keys: PersonalKeys, { class: className, id, sealed }: SealedText): Values {
  const end = sealed.indexOf(".");
  const keyId = sealed.slice(0, Math.max(end, 0));
  const key = keys.all.get(keyId);
  if (!key) throw unopened(`${className} ${id} is encrypted with the key ${keyId}, which PERSONAL_DATA_KEYS lacks`);
  const text = unseal(key.seal, placeOf(className, id), sealed.slice(end + 1));
  if (text === undefined)
    throw unopened(`the encrypted data of ${className} ${id} is damaged, or of another record or key ${keyId}`);
  return JSON.parse(text) as Values;
}

/**
 * The personal fields of a record in the form of parsed content, whether its row has them in clear or encrypted.
 * @param row the columns of the record's row by the names of their fields, and the sealed text under that of its column.
 * @throws AppError 503, see `openPersonal`.
 */
export function readPersonal(keys: PersonalKeys, definition: ObjectDefinition, row: Values): Values {
  const inClear = personalFields(definition).map(({ name, type }) => [name, contentForm(type, row[name])]);
  const { id, [sealedColumn]: sealed } = row;
  const isSealed = typeof sealed === "string";
  const opened = isSealed ? openPersonal(keys, { class: definition.class, id: String(id), sealed }) : {};
  return { ...Object.fromEntries(inClear), ...opened };
}

/** The driver gives a day as the instant at which it begins. */
const contentForm = (type: string, value: unknown) =>
  type === "date" && value instanceof Date ? value.toISOString().slice(0, "YYYY-MM-DD".length) : value;

const unopened = (reason: string) =>
  new AppError("Error_Service_Unavailable", undefined, {
    cause: new Error(`Personal data cannot be read: ${reason}.`),
  });
