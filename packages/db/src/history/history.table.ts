import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../object/object.table.ts";

/**
 * A row for each change of a record, except for classes whose history is derived from the record's row
 * (`historyFromRow`). Written by the statement, or in the transaction, of the change. A trigger refuses update, delete
 * and truncate. It holds no personal data, so that erasing a person does not change it.
 */
export const history = pgTable(
  "history",
  {
    recordId: uuid("record_id").notNull(),
    /** The record's version after the change. */
    version: integer("version").notNull(),
    class: text("class").notNull(),
    action: text("action").notNull(),
    /** The fields whose values changed, as a list of FieldChange; with Status if it moved. */
    changes: jsonb("changes").notNull(),
    note: text("note").notNull(),
    userId: text("user_id").notNull(),
    at: instant("at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.recordId, table.version] }),
    // Finds the products that had a code.
    index("history_product_idx").using("gin", table.changes.op("jsonb_path_ops")).where(sql`class = 'Product'`),
  ],
);
