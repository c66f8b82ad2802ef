import { sql } from "drizzle-orm";
import type { PostgresJsDatabase } from "drizzle-orm/postgres-js";
import type { SaleStatements } from "../shared/sale.api.ts";
import { sale } from "../shared/tables.ts";

/** Built once, and prepared once per connection. */
export function preparedStatements(db: PostgresJsDatabase): SaleStatements {
  const { placeholder } = sql;
  const insert = db
    .insert(sale)
    .values({
      id: placeholder("id"),
      status: placeholder("status"),
      confirmationNote: placeholder("confirmationNote"),
      createUserId: placeholder("createUserId"),
      updateUserId: placeholder("updateUserId"),
      origin: placeholder("origin"),
      externalId: placeholder("externalId"),
      saleChannelCode: placeholder("saleChannelCode"),
      pointOfSaleId: placeholder("pointOfSaleId"),
      saleItems: placeholder("saleItems"),
      saleDateTime: placeholder("saleDateTime"),
      memberExternalId: placeholder("memberExternalId"),
      storeCode: placeholder("storeCode"),
    })
    .onConflictDoNothing({ target: sale.externalId })
    .returning({ id: sale.id })
    .prepare("insert_sale");
  const find = db
    .select()
    .from(sale)
    .where(sql`${sale.externalId} = ${placeholder("externalId")}`)
    .prepare("find_sale");
  return {
    insert: (row) => insert.execute(row),
    find: (externalId) => find.execute({ externalId }),
  };
}
