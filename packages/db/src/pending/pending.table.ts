import { sql } from "drizzle-orm";
import { index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../object/object.table.ts";

/**
 * The work that is still to do. A row is inserted with its record, and deleted in the transaction that settles the
 * record. This table is the truth; the queue is only a hint. A row's age is that of `since`, from Postgres' clock: IDs
 * come from the clocks of gateways, which may be wrong.
 */
export const pending = pgTable(
  "pending",
  {
    class: text("class").notNull(),
    id: uuid("id").notNull(),
    since: instant("since").notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    primaryKey({ columns: [table.class, table.id] }),
    // Without the ID, because every sale pays for the width of the index. Rows of one millisecond share an entry.
    index("pending_since_idx").on(table.class, table.since),
  ],
);

/**
 * Pending records that failed for a reason specific to them, with the time of their next attempt. Records with 0
 * attempts were replayed by an operator, or are postponed: see `postponements`.
 */
export const failing = pgTable(
  "failing",
  {
    class: text("class").notNull(),
    id: uuid("id").notNull(),
    attempts: integer("attempts").notNull(),
    error: text("error").notNull(),
    firstAt: instant("first_at").notNull().default(sql`clock_timestamp()`),
    nextAt: instant("next_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.class, table.id] }), index("failing_next_at_idx").on(table.nextAt)],
);
