import { systemUser } from "@rewards/domain";
import type { Sql, TransactionSql } from "postgres";
import {
  balanceRow,
  codesOf,
  decide,
  entryRow,
  openStatuses,
  type ProductRow,
  type SaleDecision,
  type SaleFacts,
} from "./sale.decide.ts";

/**
 * Posts one sale in one transaction, with prepared statements, in five round trips. postgres.js prepares each tagged
 * template once per connection, whereas drizzle's own prepared queries cannot run inside a transaction.
 * @throws if its member or store is not registered: the queue retries it later.
 */
export async function postSale(sql: Sql, id: string): Promise<void> {
  await sql.begin(async (tx) => {
    const read = await readSale(tx, id);
    if (!read) return refuseOpen(tx, id);
    const products = await tx<ProductRow[]>`
      select product_code as "productCode", incentivizable as "isIncentivizable", category, brand from product
      where product_code = any(${codesOf(read.saleItems)}::text[]) and status <> 'Resolved-Deleted'`;
    await write(tx, decide(read, products));
  });
}

/**
 * Reads an open sale and everything that it refers to except products, and locks its member's balance, in one query.
 */
async function readSale(tx: TransactionSql, id: string): Promise<SaleFacts | undefined> {
  const [row] = await tx<SaleFacts[]>`
    select s.id as "saleId", s.sale_items as "saleItems", s.store_code as "storeCode",
      s.sale_channel_code as "saleChannelCode", s.sale_date_time as "saleDateTime", m.id as "memberId",
      st.is_participating as "isParticipating", p.id as "programmeId", p.business_id as "businessId",
      p.time_zone_text as "timeZoneText", p.earning_rate as "earningRate", p.earning_rounding as "earningRounding",
      p.earning_fraction_digits as "earningFractionDigits", c.id as "currencyId", c.name as "currencyName",
      b.id as "balanceId", b.balance, b.awarded, b.sequence, b.last_at as "lastAt",
      encode(b.last_hash, 'hex') as "lastHash"
    from sale s
    join member m on m.external_id = s.member_external_id
    join store st on st.store_code = s.store_code
    join programme p on p.business_id = m.program_business_id
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

/** Sent together, in one round trip. The unique source of an entry makes a second posting of the same sale fail. */
async function write(tx: TransactionSql, { outcome, entries, balance }: SaleDecision): Promise<void> {
  const settled = tx`
    update sale set status = ${outcome.status}, confirmation_note = ${outcome.note}, version = version + 1,
      update_date_time = clock_timestamp(), update_user_id = ${systemUser}
    where id = ${outcome.id} and status = any(${[...openStatuses]}::text[])`;
  if (!balance) {
    await settled;
    return;
  }
  const after = balanceRow(balance);
  await Promise.all([
    ...entries.map(entryRow).map(
      (row) => tx`
        insert into ledger_entry (id, member, currency, sequence, type, currency_awarded, member_balance, awarded_after,
          source_class, source_id, create_date_time, hash, rules, why)
        values (${row.id}, ${row.member}, ${row.currency}, ${row.sequence}, ${row.type}, ${row.currencyAwarded},
          ${row.memberBalance}, ${row.awardedAfter}, ${row.sourceClass}, ${row.sourceId}, ${row.createDateTime},
          decode(${row.hash}, 'hex'), ${row.rules}, ${row.why})`,
    ),
    tx`
      update balance set balance = ${after.balance}, awarded = ${after.awarded}, sequence = ${after.sequence},
        last_at = ${after.lastAt}, last_hash = decode(${after.lastHash}, 'hex')
      where id = ${balance.id}`,
    settled,
  ]);
}
