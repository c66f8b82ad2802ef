import { sql } from "drizzle-orm";
import { index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../object/object.table.ts";

/**
 * What is still to do. A row comes with its record's insert and goes with the transaction that settles the record,
 * so it is the truth that the queue only hints at. Age goes by `since`, from Postgres' clock: IDs go by the clocks of
 * gateways, which may be wrong.
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
    // Without the ID: every sale pays for its width. Rows of one millisecond share an entry.
    index("pending_since_idx").on(table.class, table.since),
  ],
);

/**
 * Pending records whose processing failed for a reason of their own, with the time of their next attempt. Of 0 attempts
 * are those that an operator replayed, and those that wait for rows which another session holds.
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
