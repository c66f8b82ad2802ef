import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { instant } from "../object/object.table.ts";

const count = (name: string) => bigint(name, { mode: "bigint" });

/** A subscription: a place in the log of events, and where the events after it are posted. */
export const webhook = pgTable("webhook", {
  id: uuid("id").primaryKey(),
  url: text("url").notNull(),
  kinds: text("kinds").array().notNull(),
  /** `active`, `paused` or `ended`. */
  state: text("state").notNull().default("active"),
  /** A trigger keeps the secret before it as `earlier_secret`. */
  secret: text("secret").notNull(),
  earlierSecret: text("earlier_secret"),
  earlierUntil: instant("earlier_until"),
  /** All events up to this number are delivered, parked or set aside. */
  reached: count("reached").notNull(),
  /** The turn that holds it, if it is held: a turn writes nothing once another one has begun. */
  run: count("run").notNull().default(sql`0`),
  heldUntil: instant("held_until"),
  /** Failed attempts since the last delivery. */
  failures: integer("failures").notNull().default(0),
  /** Set while only single attempts are made. */
  failingSince: instant("failing_since"),
  probeAt: instant("probe_at"),
  /** How many events are parked, and when the first of them that has none of its lane before it is due. */
  parked: integer("parked").notNull().default(0),
  dueAt: timestamp("due_at", { withTimezone: true }),
  delivered: count("delivered").notNull().default(sql`0`),
  lastAt: instant("last_at"),
  lastStatus: integer("last_status"),
  lastError: text("last_error").notNull().default(""),
  createdAt: instant("created_at").notNull().default(sql`clock_timestamp()`),
  createdBy: text("created_by").notNull(),
});

/** Events that failed, or that are behind one of the same lane. */
export const webhookParked = pgTable(
  "webhook_parked",
  {
    webhook: uuid("webhook").notNull(),
    /** The number of the event. */
    n: count("n").notNull(),
    /**
     * A hash of the member's ExternalID, or of the record's ID if it has no member: events of a lane are delivered in their
     * order. Not the ExternalID, which would be stored after an erasure if an event fails meanwhile.
     */
    lane: text("lane").notNull(),
    /** Failed attempts. */
    attempts: integer("attempts").notNull(),
    /** When it is tried again; if it was set aside, when that was. */
    nextAt: timestamp("next_at", { withTimezone: true }).notNull(),
    error: text("error").notNull().default(""),
    /** Set aside: no more attempts, and nothing waits for it. */
    isDead: boolean("is_dead").notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.webhook, table.n] }),
    index("webhook_parked_lane_idx").on(table.lane),
    index("webhook_parked_n_idx").on(table.n),
  ],
);

/** What came of attempts, as a row for those of a slice with the same outcome. */
export const webhookAttempt = pgTable(
  "webhook_attempt",
  {
    id: count("id").primaryKey().generatedAlwaysAsIdentity(),
    webhook: uuid("webhook").notNull(),
    at: instant("at").notNull().default(sql`clock_timestamp()`),
    /** Null if no answer came. */
    status: integer("status"),
    error: text("error").notNull(),
    /** The numbers of the events, and how long each attempt took, in ms. */
    numbers: count("numbers").array().notNull(),
    ms: integer("ms").array().notNull(),
  },
  (table) => [index("webhook_attempt_idx").on(table.webhook, table.id)],
);
