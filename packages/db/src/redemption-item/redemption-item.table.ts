import { index, pgTable, uuid } from "drizzle-orm/pg-core";
import { instant } from "../object/object.table.ts";

/** Open vouchers that expire, so that the scheduled expiry reads no others. */
export const expiring = pgTable(
  "expiring",
  { itemId: uuid("item_id").primaryKey(), at: instant("at").notNull() },
  (table) => [index("expiring_at_idx").on(table.at)],
);
