import { sql } from "drizzle-orm";
import type { PostgresJsDatabase } from "drizzle-orm/postgres-js";
import type { AcceptSale } from "../shared/sale.app.ts";
import type { EnqueueSale } from "../shared/sale.queue.ts";
import { isSameSale, newSaleRow } from "../shared/sale.row.ts";
import { sale } from "../shared/tables.ts";

function prepareStatements(db: PostgresJsDatabase) {
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
  return { insert, find };
}

/** One prepared insert and one job a request. The unique ExternalID keeps a repeated sale out. */
export function createAccept(db: PostgresJsDatabase, enqueue: EnqueueSale): AcceptSale {
  const statements = prepareStatements(db);
  return async (content) => {
    const row = newSaleRow(content);
    const [inserted] = await statements.insert.execute(row);
    if (inserted) {
      await enqueue(inserted.id);
      return inserted.id;
    }
    const [standing] = await statements.find.execute({ externalId: row.externalId });
    if (!standing || !isSameSale(standing, row)) return undefined;
    // The first attempt may have died between insert and job; a job too many does no harm.
    await enqueue(standing.id);
    return standing.id;
  };
}
