import { type SaleToDecide, sale } from "@rewards/domain";
import type { Sql, Tx } from "../client.ts";
import { heldKey, memberByKey } from "../member.key.ts";
import { amongIds, dropSettled } from "../object/object.settle.ts";

export interface LoadedMember {
  readonly id: string;
  readonly programBusinessId: string;
}

/** Members by the keys that find them, with the BusinessID of their programme. */
export async function loadMembers(sql: Sql | Tx, externalIds: readonly string[]): Promise<Map<string, LoadedMember>> {
  const rows = await sql<{ id: string; key: string; program_business_id: string }[]>`
    select m.id, g.key, m.program_business_id from unnest(${[...new Set(externalIds)]}::text[]) as g(key)
    cross join ${sql.unsafe(memberByKey("g.key"))} m`;
  return new Map(rows.map((row) => [row.key, { id: row.id, programBusinessId: row.program_business_id }]));
}

export const saleOpenStatuses: readonly string[] = sale.transitions.complete.from;

export interface LoadedSale extends SaleToDecide {
  readonly memberExternalId: string;
  /** Undefined if no member had that ExternalID when the sale was accepted. */
  readonly member: BuyingMember | undefined;
}

interface BuyingMember extends LoadedMember {
  /** JoinDateTime or, without one, CreateDateTime. Milliseconds since the epoch. */
  readonly joinedAtMs: number;
}

interface SaleRow {
  readonly id: string;
  readonly member_external_id: string;
  readonly store_code: string;
  readonly sale_items: SaleToDecide["items"];
  readonly sale_channel_code: string;
  readonly sale_date_time: Date;
  readonly create_date_time: Date;
  readonly member_id: string | null;
  readonly program_business_id: string | null;
  readonly joined_at: Date | null;
}

/** The undecided sales of these IDs with their members, in order of ID. Unknown and settled sales are left out. */
export async function loadOpenSales(sql: Sql, ids: readonly string[]): Promise<LoadedSale[]> {
  const rows = await sql<SaleRow[]>`
    select s.id, s.member_external_id, s.store_code, s.sale_items, s.sale_channel_code, s.sale_date_time, s.create_date_time,
      m.id as member_id, m.program_business_id, coalesce(m.join_date_time, m.create_date_time) as joined_at
    from sale s left join member m on m.external_id = s.member_external_id and ${heldKey(sql, "s")}
    where ${amongIds(sql, "s.id", ids)} and s.status = any(${[...saleOpenStatuses]}::text[]) order by s.id`;
  const unknown = rows.filter((row) => row.member_id === null);
  const holders = unknown.length > 0 ? await loadHolders(sql, unknown) : undefined;
  return rows.map((row) => ({
    id: row.id,
    memberExternalId: row.member_external_id,
    storeCode: row.store_code,
    items: row.sale_items,
    channel: row.sale_channel_code,
    soldAtMs: row.sale_date_time.getTime(),
    acceptedAtMs: row.create_date_time.getTime(),
    member: memberOf(holders?.get(row.id) ?? row),
  }));
}

type MemberRow = Pick<SaleRow, "member_id" | "program_business_id" | "joined_at">;

/** The members of sales whose key is that of a card, by the sale's ID. A batch of registered members sends nothing. */
async function loadHolders(sql: Sql, rows: readonly SaleRow[]): Promise<ReadonlyMap<string, MemberRow>> {
  const cards = await sql<(MemberRow & { readonly key: string; readonly key_since: Date | null })[]>`
    select k.key, k.key_since, m.id as member_id, m.program_business_id, coalesce(m.join_date_time, m.create_date_time) as joined_at
    from member_key k join member m on m.id = k.member
    where k.key = any(${[...new Set(rows.map((row) => row.member_external_id))]}::text[]) and k.until is null`;
  const byKey = new Map(cards.map((card) => [card.key, card]));
  return new Map(
    rows.flatMap(({ id, member_external_id: key, create_date_time: acceptedAt }) => {
      const card = byKey.get(key);
      return card && (card.key_since === null || card.key_since <= acceptedAt) ? [[id, card] as const] : [];
    }),
  );
}

function memberOf({
  member_id: id,
  program_business_id: programBusinessId,
  joined_at: at,
}: MemberRow): BuyingMember | undefined {
  return id === null || programBusinessId === null || at === null
    ? undefined
    : { id, programBusinessId, joinedAtMs: at.getTime() };
}

/** Removes settled sales from `pending` and `failing`. For batches with fewer open sales than IDs. */
export async function dropSettledSales(sql: Sql, ids: readonly string[]): Promise<void> {
  await dropSettled(sql, { class: sale.class, noun: sale.noun, from: saleOpenStatuses }, ids);
}
