import { sql } from "drizzle-orm";
import { bigint, index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../object/object.table.ts";

/**
 * The public keys by which APIs check each other's access tokens. The private keys never leave the memory of the API
 * that made them, so a copy of the database cannot make a token.
 */
export const tokenKey = pgTable("token_key", {
  id: text("id").primaryKey(),
  /** A JSON Web Key. */
  publicKey: jsonb("public_key").notNull(),
  createdAt: instant("created_at").notNull().default(sql`clock_timestamp()`),
  /** When the last token of this key has ended. */
  expiresAt: instant("expires_at").notNull(),
});

/** Access tokens that ended early, until they would have ended anyway. APIs read the rows after their last `revision`. */
export const revokedToken = pgTable(
  "revoked_token",
  {
    id: text("id").primaryKey(),
    clientId: text("client_id").notNull(),
    expiresAt: instant("expires_at").notNull(),
    revision: bigint("revision", { mode: "number" }).notNull(),
  },
  (table) => [
    index("revoked_token_revision_idx").on(table.revision),
    index("revoked_token_client_idx").on(table.clientId),
  ],
);
