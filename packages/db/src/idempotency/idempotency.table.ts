import { sql } from "drizzle-orm";
import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { bytea, instant } from "../object/object.table.ts";

/**
 * The answer to each `Idempotency-Key`, written in the transaction of its effect and kept forever. The body of the
 * answer is derived from the object's ID and status, its ETag from the version. An erasure replaces the key by
 * `key_hash`, which each call looks for, or by its SHA-256, which `hashed_key` leaves unchanged: so the unique index
 * refuses a key whose SHA-256 is stored, at any moment.
 */
export const idempotencyKey = pgTable(
  "idempotency_key",
  {
    caller: text("caller").notNull(),
    method: text("method").notNull(),
    path: text("path").notNull(),
    key: text("key").notNull(),
    /** A hash of the known fields that were sent (see `createClaim`); null once it was erased. Then the key alone decides. */
    contentHash: bytea("content_hash"),
    /** The key hashed with a key of personal data, until an erasure; null without one. */
    keyHash: bytea("key_hash"),
    objectId: uuid("object_id").notNull(),
    status: text("status").notNull(),
    /** The object's version after the action. Null for a create, which gives the first version. */
    version: integer("version"),
    at: instant("at").notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    primaryKey({ columns: [table.key, table.path, table.method, table.caller] }),
    uniqueIndex("idempotency_key_hashed_key").on(sql`hashed_key(${table.key})`, table.path, table.method, table.caller),
    index("idempotency_key_object_idx").on(table.objectId),
  ],
);
