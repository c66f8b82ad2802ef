import type PgBoss from "pg-boss";
import type { Sql, TransactionSql } from "postgres";
import type { AcceptSale } from "../shared/sale.app.ts";
import { isSameSale, newSaleRow, type SaleContentRow } from "../shared/sale.row.ts";
import { bossOf, queueName } from "./boss.ts";

type SaleRow = ReturnType<typeof newSaleRow>;

/** Writes sale and job in one transaction: no sale without its job, and one commit for both. */
export function createAccept(sql: Sql, boss: PgBoss): AcceptSale {
  return async (content) => {
    const row = newSaleRow(content);
    const isNew = await sql.begin(async (tx) => {
      if (!(await insertSale(tx, row))) return false;
      await boss.send(queueName, { id: row.id }, { db: bossOf(tx) });
      return true;
    });
    if (isNew) return row.id;
    const existing = await findSale(sql, row.externalId);
    return existing && isSameSale(existing, row) ? existing.id : undefined;
  };
}

async function insertSale(tx: TransactionSql, row: SaleRow): Promise<boolean> {
  const inserted = await tx`
    insert into sale (id, status, confirmation_note, create_user_id, update_user_id, origin, external_id,
      sale_channel_code, point_of_sale_id, sale_items, sale_date_time, member_external_id, store_code)
    values (${row.id}, ${row.status}, ${row.confirmationNote}, ${row.createUserId}, ${row.updateUserId}, ${row.origin},
      ${row.externalId}, ${row.saleChannelCode}, ${row.pointOfSaleId}, ${tx.json(row.saleItems)}, ${row.saleDateTime},
      ${row.memberExternalId}, ${row.storeCode})
    on conflict (external_id) do nothing`;
  return inserted.count === 1;
}

async function findSale(sql: Sql, externalId: string): Promise<(SaleContentRow & { readonly id: string }) | undefined> {
  const [row] = await sql<(SaleContentRow & { readonly id: string })[]>`
    select id, origin, sale_channel_code as "saleChannelCode", point_of_sale_id as "pointOfSaleId",
      sale_items as "saleItems", sale_date_time as "saleDateTime", member_external_id as "memberExternalId",
      store_code as "storeCode"
    from sale where external_id = ${externalId}`;
  return row;
}
