import { index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../object/object.table.ts";

/**
 * Records that failed at every attempt, for a reason specific to them. They keep their Status and are neither in
 * `pending` nor in `failing`, until an operator replays or discards them.
 */
export const deadLetter = pgTable(
  "dead_letter",
  {
    class: text("class").notNull(),
    id: uuid("id").notNull(),
    reason: text("reason").notNull(),
    error: text("error").notNull(),
    attempts: integer("attempts").notNull(),
    firstAt: instant("first_at").notNull(),
    lastAt: instant("last_at").notNull(),
    /** The queue's job of the last attempt. */
    job: text("job").notNull(),
    /** The trace ID of the last attempt, which its log lines carry. */
    trace: text("trace").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.class, table.id] }),
    index("dead_letter_reason_idx").on(table.reason, table.class, table.id),
  ],
);
