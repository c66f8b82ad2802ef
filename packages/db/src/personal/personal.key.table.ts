import { sql } from "drizzle-orm";
import { pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../object/object.table.ts";

/**
 * The IDs of the keys that encrypted personal data is stored with, so that a process can say that it lacks one, or has
 * another one under its ID. It holds no key.
 */
export const personalKey = pgTable("personal_key", {
  id: text("id").primaryKey(),
  /** Derived from the key, which it does not reveal. */
  checkValue: text("check_value").notNull(),
  usedSince: instant("used_since").notNull().default(sql`clock_timestamp()`),
});
