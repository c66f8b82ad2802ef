import { type SaleItem, sale } from "@rewards/domain";
import type { Sql } from "../client.ts";
import { dropSettled } from "../pending/pending.settled.ts";

export const saleOpenStatuses: readonly string[] = sale.transitions.complete.from;

export interface LoadedSale {
  readonly id: string;
  readonly memberExternalId: string;
  readonly storeCode: string;
  readonly items: readonly SaleItem[];
}

/** The sales of these IDs that are still to be decided; unknown and settled ones are passed over. In order of ID. */
export async function loadOpenSales(sql: Sql, ids: readonly string[]): Promise<LoadedSale[]> {
  const rows = await sql<{ id: string; member_external_id: string; store_code: string; sale_items: SaleItem[] }[]>`
    select id, member_external_id, store_code, sale_items from sale
    where id = any(${[...ids]}::uuid[]) and status = any(${[...saleOpenStatuses]}::text[]) order by id`;
  return rows.map((row) => ({
    id: row.id,
    memberExternalId: row.member_external_id,
    storeCode: row.store_code,
    items: row.sale_items,
  }));
}

/** Where fewer sales are open than were asked for: nothing waits for the settled ones any more. */
export async function dropSettledSales(sql: Sql, ids: readonly string[]): Promise<void> {
  await dropSettled(sql, { class: sale.class, noun: sale.noun, from: saleOpenStatuses }, ids);
}
