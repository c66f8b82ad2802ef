import { integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../object/object.table.ts";

/**
 * A row for each change of a record, but for those that the record's own row tells (`historyFromRow`): written by the
 * statement or in the transaction of the change. A trigger refuses update, delete and truncate. No person's data stands
 * in it, so that erasing a person leaves it as it is.
 */
export const history = pgTable(
  "history",
  {
    recordId: uuid("record_id").notNull(),
    /** That the change gave the record. */
    version: integer("version").notNull(),
    class: text("class").notNull(),
    action: text("action").notNull(),
    /** What the change gave another value, as FieldChange has it; Status too, where it moved. */
    changes: jsonb("changes").notNull(),
    note: text("note").notNull(),
    userId: text("user_id").notNull(),
    at: instant("at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.recordId, table.version] })],
);
