import { sql } from "drizzle-orm";
import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../object/object.table.ts";

/** Sales that wait for a member, a store or an original sale. A key that is already registered is null. */
export const awaiting = pgTable(
  "awaiting",
  {
    saleId: uuid("sale_id").primaryKey(),
    member: text("member"),
    store: text("store"),
    /** The ExternalID of the sale that a return names, if that is not resolved. */
    original: text("original"),
    /** When a return no longer waits for its original. */
    until: instant("until"),
  },
  (table) => [
    index("awaiting_member_idx").on(table.member),
    index("awaiting_store_idx").on(table.store),
    index("awaiting_original_idx").on(table.saleId).where(sql`${table.original} is not null`),
  ],
);
