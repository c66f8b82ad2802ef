import { sql } from "drizzle-orm";
import { bigint, pgTable, text } from "drizzle-orm/pg-core";
import { amount, bytea, instant } from "../object/object.table.ts";

/**
 * Callers with a credential. `revision` grows with every change of any client: an API compares the greatest one to see
 * whether its copy is current. Secrets are kept as SHA-256 hashes.
 */
export const apiClient = pgTable("api_client", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  /** A list of rights, as an operator gave it. */
  rights: text("rights").notNull(),
  /** What the client is limited to; null does not limit. */
  programmes: text("programmes").array(),
  stores: text("stores").array(),
  largestAdjustment: amount("largest_adjustment"),
  secretHash: bytea("secret_hash").notNull(),
  secretAt: instant("secret_at").notNull().default(sql`clock_timestamp()`),
  /** The secret before the last rotation, and how long it stays valid. */
  earlierHash: bytea("earlier_hash"),
  earlierUntil: instant("earlier_until"),
  expiresAt: instant("expires_at"),
  revokedAt: instant("revoked_at"),
  createdAt: instant("created_at").notNull().default(sql`clock_timestamp()`),
  revision: bigint("revision", { mode: "number" }).notNull(),
});
