import { callerUser, type SaleContent, sale, systemUser } from "@rewards/domain";
import postgres, { type Sql, type TransactionSql } from "postgres";
import { uuidv7 } from "uuidv7";
import {
  codesOf,
  decide,
  openStatuses,
  type ProductRow,
  plan,
  type SaleFacts,
  type SumRow,
  sumKeysOf,
} from "./sale.decide.ts";

export type SaleRow = ReturnType<typeof newSaleRow>;

export function newSaleRow(content: SaleContent) {
  return {
    id: uuidv7(),
    status: sale.initial,
    confirmationNote: sale.created.note,
    createUserId: callerUser,
    updateUserId: callerUser,
    origin: content.Origin,
    externalId: content.ExternalID,
    saleChannelCode: content.SaleChannelCode,
    pointOfSaleId: content.PointOfSaleID,
    saleItems: content.SaleItems,
    saleDateTime: new Date(content.SaleDateTime),
    memberExternalId: content.MemberExternalID,
    storeCode: content.StoreCode,
  };
}

/** A pool of connections, whose statements and rows have the names of the drizzle tables. */
export const openPool = (url: string, max: number): Sql =>
  postgres(url, { max, transform: { column: { from: postgres.toCamel, to: postgres.fromCamel } } });

export async function insertSale(sql: Sql | TransactionSql, row: SaleRow): Promise<boolean> {
  const stored = { ...row, saleItems: sql.json(row.saleItems) };
  return (await sql`insert into sale ${sql(stored)} on conflict do nothing`).count === 1;
}

export async function findSale(sql: Sql, externalId: string): Promise<string> {
  const [row] = await sql<{ id: string }[]>`select id from sale where external_id = ${externalId}`;
  return row?.id ?? "";
}

/**
 * Posts one sale in one transaction, with prepared statements, in five round trips, or six if a rule has a running sum.
 * postgres.js prepares each tagged template once per connection, whereas drizzle's own prepared queries cannot run inside
 * a transaction.
 * @throws if its member or store is not registered: the queue retries it later.
 */
export async function postSale(sql: Sql, id: string): Promise<void> {
  await sql.begin(async (tx) => {
    const read = await readSale(tx, id);
    if (!read) return refuseOpen(tx, id);
    const products = await tx<ProductRow[]>`
      select product_code, incentivizable as is_incentivizable, category, brand from product
      where product_code = any(${codesOf(read.saleItems)}::text[]) and status <> 'Resolved-Deleted'`;
    const planned = plan(read, products);
    const { outcome, entries, balance, sums } = decide(read, planned, await readSums(tx, read, sumKeysOf(planned)));
    const settled = tx`
      update sale set status = ${outcome.status}, confirmation_note = ${outcome.note}, version = version + 1,
        update_date_time = clock_timestamp(), update_user_id = ${systemUser}
      where id = ${id} and status = any(${[...openStatuses]}::text[])`;
    // Sent together, in one round trip. The unique source of an entry makes a second posting of the same sale fail.
    await Promise.all([
      entries.length > 0 && tx`insert into ledger_entry ${tx(entries)}`,
      balance && tx`update balance set ${tx(balance)} where id = ${read.balanceId}`,
      sums.length > 0 &&
        tx`insert into tally ${tx(sums)} on conflict (member, key) do update set value = excluded.value`,
      settled,
    ]);
  });
}

async function readSums(tx: TransactionSql, { memberId }: SaleFacts, keys: readonly string[]): Promise<SumRow[]> {
  if (keys.length === 0) return [];
  return tx<SumRow[]>`select key, value from tally where member = ${memberId} and key = any(${[...keys]}::text[])`;
}

/** Reads an open sale and all that it refers to except products, and locks its member's balance, in one query. */
async function readSale(tx: TransactionSql, id: string): Promise<SaleFacts | undefined> {
  const [row] = await tx<SaleFacts[]>`
    select s.id as sale_id, s.sale_items, s.store_code, s.sale_channel_code, s.sale_date_time, m.id as member_id,
      st.is_participating, p.id as programme_id, p.business_id, p.time_zone_text, v.version, v.rate, v.rounding,
      v.fraction_digits, v.rules, c.id as currency_id, c.name as currency_name, b.id as balance_id, b.balance, b.awarded,
      b.sequence, b.last_at, b.last_hash
    from sale s
    join member m on m.external_id = s.member_external_id
    join store st on st.store_code = s.store_code
    join programme p on p.business_id = m.program_business_id
    cross join lateral (select * from earning_version where program = p.id order by version desc limit 1) v
    join currency c on c.program = p.id and c.position = 0
    join balance b on b.member = m.id and b.currency = c.id
    where s.id = ${id} and s.status = any(${[...openStatuses]}::text[])
    for update of b`;
  return row;
}

/** A sale that is already posted is skipped; an open one that could not be read lacks its member or store. */
async function refuseOpen(tx: TransactionSql, id: string): Promise<void> {
  const open = await tx`select from sale where id = ${id} and status = any(${[...openStatuses]}::text[])`;
  if (open.length > 0) throw new Error(`sale ${id} came before its member or store`);
}
