import { eq } from "drizzle-orm";
import type { PostgresJsDatabase } from "drizzle-orm/postgres-js";
import type { AcceptSale } from "../shared/sale.app.ts";
import type { EnqueueSale } from "../shared/sale.queue.ts";
import { isSameSale, newSaleRow } from "../shared/sale.row.ts";
import { sale } from "../shared/tables.ts";

/** One insert and one job a request. The unique ExternalID keeps a repeated sale out. */
export function createAccept(db: PostgresJsDatabase, enqueue: EnqueueSale): AcceptSale {
  return async (content) => {
    const row = newSaleRow(content);
    const [inserted] = await db
      .insert(sale)
      .values(row)
      .onConflictDoNothing({ target: sale.externalId })
      .returning({ id: sale.id });
    if (inserted) {
      await enqueue(inserted.id);
      return inserted.id;
    }
    const [standing] = await db.select().from(sale).where(eq(sale.externalId, row.externalId));
    if (!standing || !isSameSale(standing, row)) return undefined;
    // The first attempt may have died between insert and job; a job too many does no harm.
    await enqueue(standing.id);
    return standing.id;
  };
}
