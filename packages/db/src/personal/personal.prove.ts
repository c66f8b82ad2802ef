import { AppError } from "@rewards/domain";
import type { Sql, Tx } from "../client.ts";
import { sealedColumn } from "../object/object.table.ts";
import { readStoredKeys, refuseOtherKeys } from "./personal.key.ts";
import type { PersonalKey, PersonalKeys } from "./personal.keys.ts";
import { openPersonal, personalClasses } from "./personal.seal.ts";

/** A damaged record must not make a key wrong. */
const recordsMax = 10;

/**
 * Stores the check value of keys whose rows an earlier release wrote without one, if they open data under their ID.
 * @throws AppError 503 if data is encrypted with another key than the one under its ID.
 */
export async function proveStoredKeys(sql: Sql, keys: PersonalKeys): Promise<void> {
  const stored = await readStoredKeys(sql);
  refuseOtherKeys(keys, stored);
  for (const { id, checkValue } of stored) {
    const key = keys.all.get(id);
    if (checkValue === null && key) await sql.begin((tx) => proveKey(tx, keys, key));
  }
}

async function proveKey(tx: Tx, keys: PersonalKeys, { id, checkValue }: PersonalKey): Promise<void> {
  // It may have to pass over millions of records under other keys.
  await tx`select set_config('statement_timeout', '0', true), set_config('transaction_timeout', '0', true)`;
  const opened: boolean[] = [];
  for (const { noun, class: className } of personalClasses) {
    const rows = await tx<{ id: string; sealed: string }[]>`
      select id, ${tx(sealedColumn)} as sealed from ${tx(noun)} where starts_with(${tx(sealedColumn)}, ${`${id}.`})
      limit ${recordsMax}`;
    for (const row of rows) opened.push(opens(keys, { class: className, ...row }));
  }
  if (opened.length === 0) return;
  if (!opened.includes(true)) refuseOtherKeys(keys, [{ id, checkValue: "" }]);
  await tx`update personal_key set check_value = ${checkValue} where id = ${id} and check_value is null`;
}

function opens(keys: PersonalKeys, text: Parameters<typeof openPersonal>[1]): boolean {
  try {
    openPersonal(keys, text);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
