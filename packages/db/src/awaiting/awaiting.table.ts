import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";

/** Sales that wait for a member, a store or both. A key that is already registered is null. */
export const awaiting = pgTable(
  "awaiting",
  {
    saleId: uuid("sale_id").primaryKey(),
    member: text("member"),
    store: text("store"),
  },
  (table) => [index("awaiting_member_idx").on(table.member), index("awaiting_store_idx").on(table.store)],
);
