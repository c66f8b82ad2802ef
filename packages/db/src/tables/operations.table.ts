import { sql } from "drizzle-orm";
import {
  bigint,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { instant } from "../object/object.table.ts";

/**
 * Work that one process at a time does, such as leading recovery, and the workers that are alive. The process renews its
 * lease; by Postgres' clock it ends by itself. A lock of a session would stay with a pooler's connection.
 */
export const lease = pgTable("lease", {
  name: text("name").primaryKey(),
  /** `host:pid:UUID` of the process. */
  holder: text("holder").notNull(),
  until: instant("until").notNull(),
});

/**
 * What passed through the pipeline in a minute, by class: for charts, not for the books. Processes add their counts
 * every ten seconds, to the minute in which they write them, and lose the last ones if they are killed.
 */
export const pipelineMinute = pgTable(
  "pipeline_minute",
  {
    minute: instant("minute").notNull(),
    class: text("class").notNull(),
    accepted: integer("accepted").notNull(),
    /** Settled, and not rejected. */
    posted: integer("posted").notNull(),
    rejected: integer("rejected").notNull(),
    dead: integer("dead").notNull(),
    /** Settled records by their age when they were settled, in the buckets of `lagBoundsMs`. */
    lags: integer("lags").array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.minute, table.class] })],
);

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

/**
 * What the members of a programme bought and earned in a store in a day, and in a month, by currency: of the sales and
 * returns that moved points. Derived from the entries and their sales.
 */
export const storeTotal = pgTable(
  "store_total",
  {
    currency: uuid("currency").notNull(),
    /** `day` or `month`: a year of many stores is read by month. */
    span: text("span").notNull(),
    /** Its first day. */
    first: date("first").notNull(),
    storeCode: text("store_code").notNull(),
    /** Sales and returns. */
    sales: bigint("sales", { mode: "number" }).notNull(),
    /** The sum of their lines; returns count downward. */
    money: numeric("money", { precision: 30, scale: 4 }).notNull(),
    points: numeric("points", { precision: 30, scale: 4 }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.currency, table.span, table.first, table.storeCode] })],
);

/**
 * The members whose balance a sale, a return or a redemption moved in a day: how many, how many of them had not been active
 * the day before, how many not in the two days before, and so on. So the members of any period of up to a year are counted
 * once: for each of its days, those who had not been active in the days of the period before it.
 */
export const activityDay = pgTable(
  "activity_day",
  {
    currency: uuid("currency").notNull(),
    day: date("day").notNull(),
    /** 367 numbers: at place n, those who were not active in the n - 1 days before. */
    members: integer("members").array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.currency, table.day] })],
);

/** How far the entries of a currency are counted, and in which time zone. */
export const ledgerDayMark = pgTable("ledger_day_mark", {
  currency: uuid("currency").primaryKey(),
  /** The programme's time zone when counting began. If the programme gets another one, it begins again. */
  timeZone: text("time_zone").notNull(),
  /** Entries before this instant are counted. */
  until: instant("until").notNull(),
});

/**
 * Records that failed at every attempt, for a reason specific to them. They keep their Status and are neither in
 * `pending` nor in `failing`, until an operator replays or discards them.
 */
export const deadLetter = pgTable(
  "dead_letter",
  {
    class: text("class").notNull(),
    id: uuid("id").notNull(),
    reason: text("reason").notNull(),
    error: text("error").notNull(),
    attempts: integer("attempts").notNull(),
    firstAt: instant("first_at").notNull(),
    lastAt: instant("last_at").notNull(),
    /** The queue's job of the last attempt. */
    job: text("job").notNull(),
    /** The trace ID of the last attempt, which its log lines carry. */
    trace: text("trace").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.class, table.id] }),
    index("dead_letter_reason_idx").on(table.reason, table.class, table.id),
  ],
);

/** Who did what, when, why and from where. A trigger refuses update, delete and truncate, except in the owner's functions. */
export const auditEntry = pgTable(
  "audit_entry",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant("at").notNull().default(sql`clock_timestamp()`),
    actor: text("actor").notNull(),
    /** The network address of the call, or the machine of the command line. */
    origin: text("origin").notNull().default(""),
    requestId: text("request_id").notNull().default(""),
    operation: text("operation").notNull(),
    /** The record concerned; null if the operation was not about one record. */
    class: text("class"),
    recordId: uuid("record_id"),
    reason: text("reason").notNull().default(""),
    detail: jsonb("detail").notNull().default({}),
  },
  (table) => [
    index("audit_entry_record_idx").on(table.recordId),
    /** Tokens are counted: one entry for each client, network and hour. */
    uniqueIndex("audit_entry_token_key")
      .on(table.actor, table.origin, sql`date_trunc('hour', (${table.at} AT TIME ZONE 'UTC'))`)
      .where(sql`${table.operation} = 'token.issue'`),
    index("audit_entry_prunable_idx").on(table.at).where(sql`is_prunable(${table.operation})`),
  ],
);
