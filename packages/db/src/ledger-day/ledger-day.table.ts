import { sql } from "drizzle-orm";
import { bigint, date, index, numeric, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant } from "../object/object.table.ts";

/** The entries of a day (in the programme's time zone), by currency and type. Derived: it can be counted again. */
export const ledgerDay = pgTable(
  "ledger_day",
  {
    id: uuid("id").primaryKey().default(sql`gen_random_uuid()`),
    Currency: uuid("currency").notNull(),
    Day: date("day").notNull(),
    Type: text("type").notNull(),
    Count: bigint("count", { mode: "number" }).notNull(),
    /** As wide as a running total. */
    Sum: numeric("sum", { precision: 30, scale: 4 }).notNull(),
    UpdateDateTime: instant("updated_at").notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    uniqueIndex("ledger_day_currency_key").on(table.Currency, table.Day, table.Type),
    index("ledger_day_order_idx").on(table.Day, table.id),
  ],
);

/** How far the entries of a currency are counted, and in which time zone. */
export const ledgerDayMark = pgTable("ledger_day_mark", {
  currency: uuid("currency").primaryKey(),
  /** The programme's time zone when counting began. If the programme gets another one, it begins again. */
  timeZone: text("time_zone").notNull(),
  /** Entries before this instant are counted. */
  until: instant("until").notNull(),
});
