import { AppError } from "@rewards/domain";
import { sql } from "drizzle-orm";
import { pgTable, text } from "drizzle-orm/pg-core";
import type { Sql, Tx } from "../client.ts";
import { instant } from "../object/object.table.ts";
import type { PersonalKey } from "./personal.keys.ts";

/**
 * The IDs of the keys that encrypted personal data is stored with, so that a process can say that it lacks one, or has
 * another one under its ID. It holds no key.
 */
export const personalKey = pgTable("personal_key", {
  id: text("id").primaryKey(),
  /** Derived from the key, which it does not reveal. */
  checkValue: text("check_value").notNull(),
  usedSince: instant("used_since").notNull().default(sql`clock_timestamp()`),
});

/** A key that stored data needs. */
export interface StoredKey {
  readonly id: string;
  readonly checkValue: string;
}

/** The keys that a process has, by ID. */
interface OwnKeys {
  readonly all: ReadonlyMap<string, Pick<PersonalKey, "checkValue">>;
}

export async function readStoredKeys(sql: Sql | Tx): Promise<StoredKey[]> {
  return sql<StoredKey[]>`select id, check_value as "checkValue" from personal_key order by id`;
}

/** The IDs of stored keys that a process lacks, and of those under whose ID it has another key. */
export function unsuitedKeys({ all }: OwnKeys, stored: readonly StoredKey[]) {
  const isOther = ({ id, checkValue }: StoredKey) => all.get(id)?.checkValue !== checkValue;
  const lacking = stored.filter(({ id }) => !all.has(id));
  const other = stored.filter((one) => all.has(one.id) && isOther(one));
  return { lacking: lacking.map(({ id }) => id), other: other.map(({ id }) => id) };
}

/** @throws AppError 503 if there is such a key. Its cause says which. */
export function refuseOtherKeys(keys: OwnKeys, stored: readonly StoredKey[]): void {
  const { other } = unsuitedKeys(keys, stored);
  if (other.length > 0)
    throw new AppError("Error_Service_Unavailable", undefined, { cause: new Error(describeOtherKeys(other)) });
}

export const describeOtherKeys = (ids: readonly string[]) =>
  `PERSONAL_DATA_KEYS has other keys under these IDs than those that personal data is encrypted with: ${ids.join(", ")}. Set the right ones.`;

/**
 * Stores that data needs this key, and keeps others from deleting the row until the transaction ends.
 * @throws AppError 503 if data is stored under another key with this ID.
 */
export async function holdKey(tx: Tx, key: Pick<PersonalKey, "id" | "checkValue">): Promise<void> {
  const { id, checkValue } = key;
  const held = await tx<StoredKey[]>`
    select id, check_value as "checkValue" from personal_key where id = ${id} for key share`;
  if (held.length > 0) return refuseOtherKeys({ all: new Map([[id, key]]) }, held);
  await tx`insert into personal_key (id, check_value) values (${id}, ${checkValue}) on conflict do nothing`;
  await holdKey(tx, key);
}
