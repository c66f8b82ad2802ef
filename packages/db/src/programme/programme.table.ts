import { systemUser } from "@rewards/domain";
import { sql } from "drizzle-orm";
import { bigint, integer, numeric, pgTable, primaryKey, smallint, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { amount, instant } from "../object/object.table.ts";

const clock = sql`clock_timestamp()`;

export const programme = pgTable(
  "programme",
  {
    id: uuid("id").primaryKey().default(sql`gen_random_uuid()`),
    version: integer("version").notNull().default(1),
    BusinessID: text("business_id").notNull(),
    Name: text("name").notNull(),
    Description: text("description").notNull().default(""),
    TimeZoneText: text("time_zone_text").notNull().default("UTC"),
    Status: text("status").notNull().default("Open-Active"),
    earningRate: amount("earning_rate").notNull().default("1"),
    earningRounding: text("earning_rounding").notNull().default("toward-zero"),
    earningFractionDigits: smallint("earning_fraction_digits").notNull().default(0),
    /** JSON, from the domain's `canonicalRules`. */
    earningRules: text("earning_rules").notNull().default("[]"),
    /** Rules do not count for sales accepted more days after they were made; null: they always count. */
    earningLateDays: smallint("earning_late_days"),
    /** JSON, from the domain's `canonicalTiers`; null without tiers. */
    earningTiers: text("earning_tiers"),
    /** From when the present rules are in force; null if those of the first version are. */
    earningFrom: instant("earning_from"),
    returnWaitDays: smallint("return_wait_days").notNull().default(30),
    returnWindowDays: smallint("return_window_days").notNull().default(0),
    /** What a point of the first currency is worth, and in which money (ISO 4217); both null if nobody said. */
    pointValue: numeric("point_value", { precision: 15, scale: 6 }),
    pointValueCurrency: text("point_value_currency"),
    /** So many points of the first currency pay so much money; both null if points are no means of payment. */
    paymentPoints: amount("payment_points"),
    paymentValue: amount("payment_value"),
    /** The fewest points of one payment; null if any amount is enough. */
    paymentMinimum: amount("payment_minimum"),
    /** Of any of its currencies: users of the console adjust more with a second one's consent alone; null: never needed. */
    consentAbove: amount("consent_above"),
    /** JSON: an array of texts. */
    adjustmentReasons: text("adjustment_reasons").notNull().default("[]"),
    CreateDateTime: instant("create_date_time").notNull().default(clock),
    UpdateDateTime: instant("update_date_time").notNull().default(clock),
    CreateUserID: text("create_user_id").notNull().default(systemUser),
    UpdateUserID: text("update_user_id").notNull().default(systemUser),
  },
  (table) => [uniqueIndex("programme_business_id_key").on(table.BusinessID)],
);

/**
 * The rules of earning of each programme, one row a version. A trigger of `programme` adds a row when the rules change,
 * whatever release changes them; another refuses update, delete and truncate.
 */
export const earningVersion = pgTable(
  "earning_version",
  {
    Program: uuid("program").notNull(),
    /** From 1, without a gap. */
    version: integer("version").notNull(),
    rate: amount("rate").notNull(),
    rounding: text("rounding").notNull(),
    fractionDigits: smallint("fraction_digits").notNull(),
    rules: text("rules").notNull().default("[]"),
    lateDays: smallint("late_days"),
    tiers: text("tiers"),
    /** Sales made from then on earn by it. Null: all before. */
    inForceFrom: instant("in_force_from"),
    appliedAt: instant("applied_at").notNull().default(clock),
  },
  (table) => [primaryKey({ columns: [table.Program, table.version] })],
);

export const currency = pgTable(
  "currency",
  {
    id: uuid("id").primaryKey().default(sql`gen_random_uuid()`),
    version: integer("version").notNull().default(1),
    Program: uuid("program").notNull(),
    /** The currency at position 0 is the one that sales earn and rewards cost. */
    position: smallint("position").notNull(),
    Name: text("name").notNull(),
    Description: text("description").notNull().default(""),
    /** All three are null if the points never expire. Otherwise either months with until, or inactive months. */
    expiryMonths: smallint("expiry_months"),
    /** `day`, `month`, `quarter` or `year`. */
    expiryUntil: text("expiry_until"),
    expiryInactiveMonths: smallint("expiry_inactive_months"),
    /** Up to this cutoff, what expired was taken by the sweep; null before its first run. */
    sweptTo: instant("swept_to"),
    /** The period for which tiers that ran out were noted; null before the first run. */
    tiersTo: text("tiers_to"),
    CreateDateTime: instant("create_date_time").notNull().default(clock),
    UpdateDateTime: instant("update_date_time").notNull().default(clock),
  },
  (table) => [
    uniqueIndex("currency_program_name_key").on(table.Program, table.Name),
    uniqueIndex("currency_program_position_key").on(table.Program, table.position),
  ],
);

/**
 * The expiry of each currency, one row a version. A trigger of `currency` adds a row when the expiry changes; another
 * refuses update, delete and truncate. The columns are those of `currency`.
 */
export const expiryVersion = pgTable(
  "expiry_version",
  {
    Currency: uuid("currency").notNull(),
    /** From 1, without a gap. */
    version: integer("version").notNull(),
    months: smallint("months"),
    until: text("until"),
    inactiveMonths: smallint("inactive_months"),
    appliedAt: instant("applied_at").notNull().default(clock),
  },
  (table) => [primaryKey({ columns: [table.Currency, table.version] })],
);

/** One row. Every change of a store, product or programme increments the version, and workers drop their caches. */
export const catalogue = pgTable("catalogue", { version: bigint("version", { mode: "number" }).primaryKey() });
