import { sql } from "drizzle-orm";
import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { amount, instant } from "../object/object.table.ts";

/**
 * Sales that wait for a member, a store or an original sale. A key that is already registered is null. A return that holds
 * points keeps its row, without keys, from its wake-up until it is posted or rejected.
 */
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
    /** The return's member, the currency and the points that it holds; null if it holds none. */
    holder: uuid("holder"),
    currency: uuid("currency"),
    held: amount("held"),
  },
  (table) => [
    index("awaiting_member_idx").on(table.member),
    index("awaiting_store_idx").on(table.store),
    index("awaiting_original_idx").on(table.saleId).where(sql`${table.original} is not null`),
    index("awaiting_holder_idx").on(table.holder).where(sql`${table.held} > 0`),
  ],
);
