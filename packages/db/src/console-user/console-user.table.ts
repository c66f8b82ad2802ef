import { sql } from "drizzle-orm";
import { bigint, pgTable, text } from "drizzle-orm/pg-core";
import { bytea, instant } from "../object/object.table.ts";

/** People who log in to the console. They are never deleted, because the audit names them. */
export const consoleUser = pgTable("console_user", {
  name: text("name").primaryKey(),
  /** A list of rights, as an operator gave it. */
  rights: text("rights").notNull(),
  /**
   * The scrypt hash of the password, with its salt and parameters (console-user.hash.ts). That of a user of the identity
   * provider fits no password.
   */
  passwordHash: text("password_hash").notNull(),
  passwordAt: instant("password_at").notNull().default(sql`clock_timestamp()`),
  /** The secret of the one-time codes, in clear or encrypted (personal.totp.ts); null if the user logs in without codes. */
  totpSecret: bytea("totp_secret"),
  /** The period of the latest code that was used, so that each code works once. */
  totpPeriod: bigint("totp_period", { mode: "number" }),
  disabledAt: instant("disabled_at"),
  createdAt: instant("created_at").notNull().default(sql`clock_timestamp()`),
});
