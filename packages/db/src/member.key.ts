import { randomBytes } from "node:crypto";
import { eraseCodes, member, type RedemptionLine, surrogateOf, surrogateSaltBytes } from "@rewards/domain";
import { sql as expression } from "drizzle-orm";
import { pgTable, text } from "drizzle-orm/pg-core";
import type { Fragment, Sql, Tx } from "./client.ts";
import { instant } from "./object/object.table.ts";

/**
 * The keys of erased people: what is sent for such a key later is not for whoever registers it. It has no key in clear.
 * Read and written under the lock of the key.
 */
export const erasedKey = pgTable("erased_key", {
  /** As `hashed_key` makes it of the ExternalID. */
  hash: text("hash").primaryKey(),
  /** When it was last erased. */
  at: instant("at").notNull().default(expression`clock_timestamp()`),
});

/** Remembers that the person with this ExternalID was erased. */
export async function writeErasedKey(tx: Tx, externalId: string): Promise<void> {
  await tx`
    insert into erased_key (hash) values (hashed_key(${externalId}))
    on conflict (hash) do update set at = clock_timestamp()`;
}

/** Those of these ExternalIDs that an erased person had. */
export async function readErasedKeys(tx: Tx, externalIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx<{ key: string }[]>`
    select k.key from unnest(${[...externalIds]}::text[]) as k(key) join erased_key e on e.hash = hashed_key(k.key)`;
  return new Set(rows.map(({ key }) => key));
}

/**
 * Marks new members whose ExternalID an erased person had: they hold it since the next millisecond, for which it waits.
 * Times have milliseconds, and a record of this one may have been accepted before the member.
 */
export async function markHeldKeys(tx: Tx, memberIds: readonly string[]): Promise<void> {
  const { count } = await tx`
    update member m set key_since = clock_timestamp()::timestamptz(3) + interval '1 ms'
    where m.id = any(${[...memberIds]}::uuid[]) and exists (select from erased_key e where e.hash = hashed_key(m.external_id))`;
  // Until then, so that what is accepted after the member is not before this time either.
  if (count > 0) await tx`select pg_sleep(0.002)`;
}

/** The same for new cards. */
export async function markCardKeys(tx: Tx, keys: readonly string[]): Promise<void> {
  const { count } = await tx`
    update member_key k set key_since = clock_timestamp()::timestamptz(3) + interval '1 ms'
    where k.key = any(${[...keys]}::text[]) and exists (select from erased_key e where e.hash = hashed_key(k.key))`;
  if (count > 0) await tx`select pg_sleep(0.002)`;
}

const ofMember = "m.id, m.external_id, m.program_business_id, m.status, m.join_date_time, m.create_date_time";

/**
 * The member who has a key, as a `from` item: by its ExternalID, or by one of its cards. One row, or none.
 * @param key SQL.
 * @param past removed cards count too: they find the member of records that were posted.
 */
export const memberByKey = (key: string, past?: "past") => `lateral (
    select ${ofMember}, m.key_since from member m where m.external_id = ${key}
    union all
    select ${ofMember}, k.key_since from member_key k
    cross join lateral (
      select * from member where id = k.member
      offset 0 -- Planned apart, so that one member is looked up.
    ) m
    where k.key = ${key}${past ? "" : " and k.until is null"}
    limit 1
  )`;

/** Whether the member `m` held its key already when the record was accepted. If not, the record is for an erased person. */
export const heldKey = (sql: Sql | Tx, record: string): Fragment =>
  sql`(m.key_since is null or m.key_since <= ${sql(`${record}.create_date_time`)})`;

/** Whether the member `m` is blocked; false if there is no member. */
export const isBlocked = (sql: Sql | Tx): Fragment => sql`(m.status = ${member.transitions.block.to}) is true`;

/** A new surrogate of an ExternalID. */
export const newSurrogate = (externalId: string) =>
  surrogateOf(externalId, randomBytes(surrogateSaltBytes).toString("hex"));

/** A sale or redemption without a member. */
export interface Memberless {
  readonly id: string;
  readonly memberExternalId: string;
  /** Of a redemption. */
  readonly lines?: readonly RedemptionLine[];
}

/**
 * Takes the ExternalIDs of erased people out of those of these records that are rejected, as an erasure does, but by a
 * surrogate for each record: nothing shows that two are of one person. The transaction has rejected the records.
 */
export async function eraseRejected(tx: Tx, records: readonly Memberless[]): Promise<void> {
  if (records.length === 0) return;
  const rows = records.map(({ id, memberExternalId, lines = [] }) => {
    const surrogate = newSurrogate(memberExternalId);
    return { id, surrogate, lines: eraseCodes(surrogate, lines) };
  });
  await tx`select erase_rejected(${JSON.stringify(rows)}::text::jsonb)`;
}
