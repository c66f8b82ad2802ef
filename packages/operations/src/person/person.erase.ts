import {
  type Author,
  changeRecords,
  clearedColumns,
  endMemberships,
  lockKeys,
  newSurrogate,
  personalFields,
  type Sql,
  saleOpenStatuses,
  settle,
  type Tx,
  writeAudit,
  writeAudits,
  writeErasedKey,
} from "@rewards/db";
import {
  discardedStatus,
  discardNote,
  eraseAction,
  eraseCodes,
  erasedNote,
  type FieldChange,
  member,
  operatorUser,
  type RedemptionLine,
  sale,
  surrogateCode,
} from "@rewards/domain";
import { analyzePeople } from "./person.analyze.ts";

/**
 * Discards the open sales of an erased person who was never registered, as an operator discards a sale that waits:
 * nobody can register under the surrogate, so they would wait forever. The caller has locked them.
 */
async function discardSales(tx: Tx, ids: readonly string[], author: Author): Promise<void> {
  const open = await tx<{ id: string; status: string }[]>`
    select id, status from sale where id = any(${[...ids]}::uuid[]) and status = any(${[...saleOpenStatuses]}::text[])`;
  const outcomes = open.flatMap(({ id, status }) => {
    const to = discardedStatus(sale, status);
    return to === undefined ? [] : [{ id, status: to, note: discardNote(erasedNote) }];
  });
  if (outcomes.length === 0) return;
  const discarded = outcomes.map(({ id }) => id);
  await settle(tx, { class: sale.class, noun: sale.noun, from: saleOpenStatuses, user: operatorUser }, outcomes);
  await tx`delete from awaiting where sale_id = any(${discarded}::uuid[])`;
  const entries = discarded.map((id) => ({
    author,
    operation: "dead-letter.discard" as const,
    record: { class: sale.class, id },
    reason: erasedNote,
  }));
  await writeAudits(tx, entries);
}

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
    const person = await erasePerson(scans, key, author);
    if (!person) unknown.push(key);
    for (const month of person?.months ?? []) months.add(month);
  }
  const erased = keys.size - unknown.length;
  return { erased, unknown, unanalyzed: erased > 0 ? await analyzePeople(scans, months) : [] };
}

/**
 * Erases a person in one transaction: clears the personal fields, and replaces the ExternalID by a surrogate and the
 * voucher codes by others, wherever they are. It locks the member's balances, so no sale of the member is posted
 * meanwhile, and each posted sale has the key of its member. Its locks have the order of creating, parking and posting:
 * key, member, balances, sales, redemptions, memberships of segments, vouchers; rows of one table in the order of their IDs. If the person was
 * never registered, it discards their waiting sales. What is sent for the ExternalID later is rejected.
 * @param scans a pool whose statements may take long, and that no till needs: a person may have any number of sales.
 * @returns undefined if no record has this key. Then it writes nothing, not even to the audit.
 */
export async function erasePerson(scans: Sql, externalId: string, author: Author): Promise<ErasedPerson | undefined> {
  const surrogate = newSurrogate(externalId);
  return scans.begin(async (tx) => {
    await lockKeys(tx, "member", [externalId]);
    const memberId = await eraseMember(tx, externalId, surrogate);
    const { sales, months } = await eraseSales(tx, externalId, surrogate);
    const redemptions = await eraseRedemptions(tx, externalId, surrogate);
    if (memberId !== null) await endMemberships(tx, tx`member = ${memberId}`);
    const vouchers = await eraseVouchers(tx, externalId, surrogate);
    const ids = [...(memberId === null ? [] : [memberId]), ...sales, ...redemptions, ...vouchers];
    if (ids.length === 0) return undefined;
    if (memberId === null) await discardSales(tx, sales, author);
    await eraseIdempotencyKeys(tx, ids, memberId);
    await writeErasedKey(tx, externalId);
    const counts = { sales: sales.length, redemptions: redemptions.length, vouchers: vouchers.length };
    const record = memberId === null ? {} : { record: { class: member.class, id: memberId } };
    await writeAudit(tx, { author, operation: "member.erase", ...record, detail: { surrogate, ...counts } });
    return { surrogate, memberId, ...counts, months };
  });
}

const changes: FieldChange[] = personalFields(member).map(({ name: field }) => ({ field, from: null, to: null }));

async function eraseMember(tx: Tx, externalId: string, surrogate: string): Promise<string | null> {
  const [row] = await tx<{ id: string }[]>`select id from member where external_id = ${externalId} for update`;
  if (!row) return null;
  await tx`
    with locked as (select id from balance where member = ${row.id} order by member, currency for update)
    update balance set erased_at = clock_timestamp() where id = any(array(select id from locked))`;
  const columns = {
    ...clearedColumns(member),
    ...{ external_id: surrogate, confirmation_note: erasedNote, update_user_id: operatorUser },
  };
  await changeRecords(tx, member, { action: eraseAction }, [{ id: row.id, columns, changes }]);
  return row.id;
}

async function eraseSales(tx: Tx, externalId: string, surrogate: string) {
  const rows = await tx<{ id: string; month: string }[]>`
    with locked as (select id from sale where member_external_id = ${externalId} order by id for update)
    update sale set member_external_id = ${surrogate}
    where id = any(array(select id from locked)) returning id, tableoid::regclass::text as month`;
  await tx`
    with locked as (select sale_id from awaiting where member = ${externalId} order by sale_id for update)
    update awaiting set member = ${surrogate} where sale_id = any(array(select sale_id from locked))`;
  return { sales: rows.map(({ id }) => id), months: [...new Set(rows.map(({ month }) => month))] };
}

async function eraseRedemptions(tx: Tx, externalId: string, surrogate: string): Promise<string[]> {
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

async function eraseVouchers(tx: Tx, externalId: string, surrogate: string): Promise<string[]> {
  const rows = await tx<{ id: string; code: string }[]>`
    select id, voucher_code as code from redemption_item where member_external_id = ${externalId} order by id for update`;
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
