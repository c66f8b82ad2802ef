import { sql } from "drizzle-orm";
import { boolean, index, pgTable, text } from "drizzle-orm/pg-core";
import { bytea, instant } from "../object/object.table.ts";

/** Log-ins of browsers. Ended sessions are deleted. */
export const consoleSession = pgTable(
  "console_session",
  {
    /** The SHA-256 hash of the token in the browser's cookie. */
    tokenHash: bytea("token_hash").primaryKey(),
    userName: text("user_name").notNull(),
    /** Whether the password was right and a one-time code must follow. Until then the session opens no page. */
    isCodeDue: boolean("is_code_due").notNull(),
    createdAt: instant("created_at").notNull().default(sql`clock_timestamp()`),
    usedAt: instant("used_at").notNull().default(sql`clock_timestamp()`),
    /** The session ends at this time even if it is in use. */
    endsAt: instant("ends_at").notNull(),
  },
  (table) => [index("console_session_user_idx").on(table.userName), index("console_session_ends_idx").on(table.endsAt)],
);
