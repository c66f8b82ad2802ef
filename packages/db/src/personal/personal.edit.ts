import type { ObjectDefinition } from "@rewards/domain";
import type { Tx } from "../client.ts";
import { sealedColumn } from "../object/object.table.ts";
import { holdKey } from "./personal.key.ts";
import type { PersonalKeys } from "./personal.keys.ts";
import { personalColumns, personalFields, readPersonal } from "./personal.seal.ts";

type Values = Readonly<Record<string, unknown>>;

interface PersonalEdit {
  /** The current values of the personal fields. */
  readonly known: Values;
  /** The columns to write instead of those of the personal fields that are set. */
  readonly columns: Values;
}

/**
 * The columns that an action writes if it sets personal fields of a locked record. Encrypted fields are sealed together,
 * so they are opened, merged and sealed again. Undefined if the fields were not encrypted and will not be.
 * @param record the record's columns by field name, and its sealed text under its column's name.
 * @throws AppError 503 if the record's values cannot be decrypted.
 */
export async function editPersonal(
  tx: Tx,
  keys: PersonalKeys,
  target: ObjectDefinition,
  record: Values,
  set: Values,
): Promise<PersonalEdit | undefined> {
  const isEncrypted = typeof record[sealedColumn] === "string" || keys.sealing !== undefined;
  if (!isEncrypted || !personalFields(target).some(({ name }) => name in set)) return undefined;
  const known = readPersonal(keys, target, record);
  if (keys.sealing) await holdKey(tx, keys.sealing);
  return { known, columns: personalColumns(target, keys, String(record["id"]), { ...known, ...set }) };
}
