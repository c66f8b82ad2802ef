import { bigint, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { bytea, instant } from "../object/object.table.ts";

/** The ExternalID of every sale, detached ones too. */
export const saleKey = pgTable("sale_key", {
  externalId: text("external_id").primaryKey(),
  saleId: uuid("sale_id").notNull(),
});

/** The parts of `sale_key`. A trigger of the whole table does not run for a statement that names a part. */
export const saleKeyParts = Array.from({ length: 8 }, (_, part) => `sale_key_${part}`);

/** The detached partitions of `sale`: a row for each month, from its detach until it is attached again. */
export const saleArchive = pgTable("sale_archive", {
  /** The name that the partition had. */
  name: text("name").primaryKey(),
  /** The IDs of its sales: from this one, and below that one. */
  fromId: uuid("from_id").notNull(),
  toId: uuid("to_id").notNull(),
  detachedAt: instant("detached_at").notNull(),
  /** Null while the table of the month still exists: its file is not complete. */
  archivedAt: instant("archived_at"),
  /** Of the file: how many sales it has, and the SHA-256 of its lines before compression, in hex. */
  sales: bigint("sales", { mode: "number" }),
  sha256: text("sha256"),
});

/**
 * A digest of each sale's content in a detached month, so that a repeat can be compared without the files. An attach
 * leaves the rows, and the next detach of the month replaces them: only those in a month of `sale_archive` count.
 */
export const saleDigest = pgTable("sale_digest", {
  saleId: uuid("sale_id").primaryKey(),
  digest: bytea("digest").notNull(),
  /** The member's surrogate, if an erasure had replaced the key; otherwise null. */
  erased: text("erased"),
});
