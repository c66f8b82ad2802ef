import {
  type Author,
  changeRecords,
  clearedColumns,
  endMemberships,
  newSurrogate,
  personalFields,
  type Sql,
  type Tx,
  writeAudit,
  writeErasedKey,
} from "@rewards/db";
import {
  eraseAction,
  eraseCodes,
  erasedNote,
  type FieldChange,
  isSurrogate,
  member,
  operatorUser,
  type RedemptionLine,
  surrogateCode,
} from "@rewards/domain";
import { analyzePeople } from "./person.analyze.ts";
import { discardSales } from "./person.discard.ts";
import { lockPerson } from "./person.read.ts";

/** What an erasure changed. */
export interface ErasedPerson {
  readonly surrogate: string;
  /** The UUID of the member; null if no member had the key, and only sales or redemptions named it. */
  readonly memberId: string | null;
  readonly sales: number;
  readonly redemptions: number;
  readonly vouchers: number;
  /** The partitions of its sales. */
  readonly months: readonly string[];
}

/**
 * Erases people, each in a transaction: a run that was stopped can be repeated, and erases the rest.
 * @param scans see `erasePerson`.
 * @returns how many it erased, the ExternalIDs that nothing has, and the tables whose statistics may still have old values.
 */
export async function erasePeople(
  scans: Sql,
  externalIds: readonly string[],
  author: Author,
): Promise<{ readonly erased: number; readonly unknown: readonly string[]; readonly unanalyzed: readonly string[] }> {
  const keys = new Set(externalIds);
  const unknown: string[] = [];
  const months = new Set<string>();
  for (const key of keys) {
    // A key that a merge or an erasure gave names nobody: the person is still there, with all else.
    const person = isSurrogate(key) ? undefined : await erasePerson(scans, key, author);
    if (!person) unknown.push(key);
    for (const month of person?.months ?? []) months.add(month);
  }
  const erased = keys.size - unknown.length;
  return { erased, unknown, unanalyzed: erased > 0 ? await analyzePeople(scans, months) : [] };
}

/**
 * Erases a person in one transaction: clears the personal fields, and replaces the ExternalID by a surrogate and the
 * voucher codes by others, wherever they are. It locks the member's balances, so no sale of the member is posted
 * meanwhile, and each posted sale has the key of its member. A card of the member finds it too, and the numbers of its cards
 * go as its ExternalID does. Its locks have the order of creating, parking and posting: keys, member, balances, sales, redemptions, memberships of segments, vouchers; rows of one table in the order of their IDs. If the person was
 * never registered, it discards their waiting sales. What is sent for the ExternalID later is rejected.
 * @param scans a pool whose statements may take long, and that no till needs: a person may have any number of sales.
 * @returns undefined if no record has this key. Then it writes nothing, not even to the audit.
 */
export async function erasePerson(scans: Sql, externalId: string, author: Author): Promise<ErasedPerson | undefined> {
  return scans.begin(async (tx) => {
    const known = await lockPerson(tx, externalId);
    const keys = known.keys.map((key) => ({ key, surrogate: newSurrogate(key) }));
    const { memberId } = known;
    const surrogate = keys[0]?.surrogate ?? "";
    await lockBalancesOf(tx, known.memberIds);
    for (const id of known.memberIds) await eraseMember(tx, id, id === memberId ? surrogate : undefined);
    const { sales, months } = await eraseSales(tx, keys);
    const redemptions = await eraseRedemptions(tx, keys);
    if (memberId !== null) await endMemberships(tx, tx`member = ${memberId}`);
    const vouchers = await eraseVouchers(tx, keys);
    const ids = [...known.memberIds, ...sales, ...redemptions, ...vouchers];
    if (ids.length === 0) return undefined;
    if (memberId === null) await discardSales(tx, sales, author);
    else await eraseCards(tx, keys);
    await eraseIdempotencyKeys(tx, ids, memberId);
    for (const { key } of keys) await writeErasedKey(tx, key);
    const counts = { sales: sales.length, redemptions: redemptions.length, vouchers: vouchers.length };
    const record = memberId === null ? {} : { record: { class: member.class, id: memberId } };
    await writeAudit(tx, { author, operation: "member.erase", ...record, detail: { surrogate, ...counts } });
    return { surrogate, memberId, ...counts, months };
  });
}

/** A key of the person, and what replaces it. */
interface ErasedKey {
  readonly key: string;
  readonly surrogate: string;
}

const changes: FieldChange[] = personalFields(member).map(({ name: field }) => ({ field, from: null, to: null }));

/** In the order of postings, which may lock balances of a member and of one that was merged into it. */
const lockBalancesOf = (tx: Tx, memberIds: readonly string[]) =>
  tx`select from balance where member = any(${[...memberIds]}::uuid[]) order by member, currency for update`;

/** @param surrogate replaces the ExternalID; that of a merged member names nobody. */
async function eraseMember(tx: Tx, id: string, surrogate: string | undefined): Promise<void> {
  await tx`update balance set erased_at = clock_timestamp() where member = ${id}`;
  const columns = {
    ...clearedColumns(member),
    ...(surrogate !== undefined && { external_id: surrogate }),
    ...{ confirmation_note: erasedNote, update_user_id: operatorUser },
  };
  await changeRecords(tx, member, { action: eraseAction }, [{ id, columns, changes }]);
}

/** A card keeps its row: it finds the member of the sales that had its number. */
async function eraseCards(tx: Tx, keys: readonly ErasedKey[]): Promise<void> {
  for (const { key, surrogate } of keys) await tx`update member_key set key = ${surrogate} where key = ${key}`;
}

async function eraseSales(tx: Tx, keys: readonly ErasedKey[]) {
  const erased: { readonly id: string; readonly month: string }[] = [];
  for (const { key, surrogate } of keys) erased.push(...(await eraseSalesOf(tx, key, surrogate)));
  return { sales: erased.map(({ id }) => id), months: [...new Set(erased.map(({ month }) => month))] };
}

async function eraseSalesOf(tx: Tx, externalId: string, surrogate: string) {
  const rows = await tx<{ id: string; month: string }[]>`
    with locked as (select id from sale where member_external_id = ${externalId} order by id for update)
    update sale set member_external_id = ${surrogate}
    where id = any(array(select id from locked)) returning id, tableoid::regclass::text as month`;
  await tx`
    with locked as (select sale_id from awaiting where member = ${externalId} order by sale_id for update)
    update awaiting set member = ${surrogate} where sale_id = any(array(select sale_id from locked))`;
  await tx`update webhook_parked set lane = hashed_key(${surrogate}) where lane = hashed_key(${externalId})`;
  return rows;
}

async function eraseRedemptions(tx: Tx, keys: readonly ErasedKey[]): Promise<string[]> {
  const erased: string[] = [];
  for (const { key, surrogate } of keys) erased.push(...(await eraseRedemptionsOf(tx, key, surrogate)));
  return erased;
}

async function eraseRedemptionsOf(tx: Tx, externalId: string, surrogate: string): Promise<string[]> {
  const rows = await tx<{ id: string; lines: RedemptionLine[] }[]>`
    with locked as (select id from redemption where member_external_id = ${externalId} order by id for update)
    update redemption set member_external_id = ${surrogate}
    where id = any(array(select id from locked)) returning id, redemption_items as lines`;
  const changed = rows.filter(({ lines }) => lines.some(({ VoucherCode }) => VoucherCode !== ""));
  const erased = changed.map(({ id, lines }) => ({ id, lines: eraseCodes(surrogate, lines) }));
  if (erased.length > 0)
    await tx`
      update redemption t set redemption_items = r.lines
      from jsonb_to_recordset(${JSON.stringify(erased)}::text::jsonb) as r(id uuid, lines jsonb)
      where t.id = any(${erased.map(({ id }) => id)}::uuid[]) and t.id = r.id`;
  return rows.map(({ id }) => id);
}

/** Vouchers have the member's own key. */
async function eraseVouchers(tx: Tx, [own]: readonly ErasedKey[]): Promise<string[]> {
  if (!own) return [];
  const { key, surrogate } = own;
  const rows = await tx<{ id: string; code: string }[]>`
    select id, voucher_code as code from redemption_item where member_external_id = ${key} order by id for update`;
  const codes = rows.map(({ id, code }) => ({ id, code: surrogateCode(surrogate, code) }));
  if (codes.length > 0)
    await tx`
      update redemption_item t set member_external_id = ${surrogate}, voucher_code = r.code, voucher_key = r.code
      from jsonb_to_recordset(${JSON.stringify(codes)}::text::jsonb) as r(id uuid, code text)
      where t.id = any(${codes.map(({ id }) => id)}::uuid[]) and t.id = r.id`;
  return rows.map(({ id }) => id);
}

/**
 * Callers make keys from what they know of a person. A repeat is still found, by the hash of its key, which alone decides
 * from now on: the hashes of contents go. The same for the calls on segments that the member was in, which name members.
 */
async function eraseIdempotencyKeys(tx: Tx, ids: readonly string[], memberId: string | null): Promise<void> {
  await tx`
    update idempotency_key set key = coalesce('hmac ' || encode(key_hash, 'hex'), hashed_key(key)), key_hash = null, content_hash = null
    where object_id = any(array(
      select id from unnest(${[...ids]}::uuid[]) as i(id) union select segment from segment_member where member = ${memberId}))`;
}
