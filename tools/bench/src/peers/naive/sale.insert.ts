import { eq } from "drizzle-orm";
import type { PostgresJsDatabase } from "drizzle-orm/postgres-js";
import type { SaleStatements } from "../shared/sale.api.ts";
import { sale } from "../shared/tables.ts";

/** Built, parsed and planned anew at each request. */
export function adHocStatements(db: PostgresJsDatabase): SaleStatements {
  return {
    insert: (row) =>
      db.insert(sale).values(row).onConflictDoNothing({ target: sale.externalId }).returning({ id: sale.id }),
    find: (externalId) => db.select().from(sale).where(eq(sale.externalId, externalId)),
  };
}
