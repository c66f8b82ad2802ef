import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant } from "../object/object.table.ts";

/**
 * What happened, as a row for each statement and kind: events are named, not copied. Triggers write it, in the transaction
 * of what happened. Whoever reads an event renders it from its record.
 */
export const event = pgTable(
  "event",
  {
    /** The order of writing. */
    id: bigint("id", { mode: "bigint" }).primaryKey().generatedAlwaysAsIdentity(),
    /** Names the events for ever: the ID of each is this, with its position in place of the last four digits. */
    key: uuid("key").notNull().default(sql`gen_random_uuid()`),
    kind: text("kind").notNull(),
    at: instant("at").notNull().default(sql`clock_timestamp()`),
    /** The records that the events are about, in the events' order. */
    ids: uuid("ids").array().notNull(),
    /** How many they are: to read it costs less than to read them. */
    size: integer("size").notNull(),
    /** By record: what cannot be read from it later. An array as long as `ids`. */
    data: jsonb("data"),
    /** The number of the first event; null until the transaction has committed and it is numbered. */
    first: bigint("first", { mode: "bigint" }),
  },
  (table) => [
    uniqueIndex("event_first_key").on(table.first).where(sql`first is not null`),
    index("event_new_idx").on(table.id).where(sql`first is null`),
    index("event_at_idx").using("brin", table.at).with({ autosummarize: true }),
    // Two rows would get one number, and the numbering would fail for ever.
    check("event_size", sql`${table.size} > 0`),
  ],
);

/** The last number that was given. The row is the lock of those who give numbers. */
export const eventHead = pgTable(
  "event_head",
  {
    one: boolean("one").primaryKey().default(true),
    last: bigint("last", { mode: "bigint" }).notNull(),
    /** The first number that is kept. A few before it may be kept for webhooks that need them. */
    keptFrom: bigint("kept_from", { mode: "bigint" }).notNull().default(sql`1`),
  },
  (table) => [check("event_head_one", sql`${table.one}`)],
);

/** The kinds of events that are written: no row, no event. */
export const eventKind = pgTable("event_kind", {
  kind: text("kind").primaryKey(),
  since: instant("since").notNull().default(sql`clock_timestamp()`),
  /** Until when it is written because somebody pulled it. Subscriptions have it written without an end. */
  pulledUntil: instant("pulled_until"),
  /** Of `points.expiring`: points that expire before this instant are told. */
  toldTo: instant("told_to"),
});
