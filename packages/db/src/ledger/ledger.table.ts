import { sql } from "drizzle-orm";
import { bigint, index, integer, numeric, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { amount, bytea, instant } from "../object/object.table.ts";

/** One row per change of a balance. A trigger refuses update, delete and truncate. */
export const ledgerEntry = pgTable(
  "ledger_entry",
  {
    id: uuid("id").primaryKey(),
    Member: uuid("member").notNull(),
    Currency: uuid("currency").notNull(),
    Sequence: bigint("sequence", { mode: "number" }).notNull(),
    Type: text("type").notNull(),
    CurrencyAwarded: amount("currency_awarded").notNull(),
    MemberBalance: amount("member_balance").notNull(),
    awardedAfter: numeric("awarded_after", { precision: 30, scale: 4 }).notNull(),
    sourceClass: text("source_class").notNull(),
    sourceId: uuid("source_id").notNull(),
    CreateDateTime: instant("create_date_time").notNull(),
    hash: bytea("hash").notNull(),
    /** The version of the programme's rules that gave the amount; null if no rule did. */
    rules: integer("rules"),
    /** JSON as the domain's `whyText` writes it. */
    Why: text("why").notNull(),
  },
  (table) => [
    uniqueIndex("ledger_entry_source_key").on(table.sourceId, table.Type, table.Currency),
    uniqueIndex("ledger_entry_sequence_key").on(table.Member, table.Currency, table.Sequence),
    index("ledger_entry_member_time_idx").on(table.Member, table.CreateDateTime, table.Sequence),
    // Finds the entries of a day. Takes only a few bytes per block, since entries are written in the order of time.
    index("ledger_entry_time_idx").using("brin", table.CreateDateTime).with({ autosummarize: true }),
  ],
);

/** The head of each member's chain in a currency, and the only lock of a posting. */
export const balance = pgTable(
  "balance",
  {
    id: uuid("id").primaryKey().default(sql`gen_random_uuid()`),
    Member: uuid("member").notNull(),
    Currency: uuid("currency").notNull(),
    Balance: amount("balance").notNull().default("0"),
    awarded: numeric("awarded", { precision: 30, scale: 4 }).notNull().default("0"),
    /** Running total of the points that returns took back from the sales that they named: part of what was deducted. */
    returned: numeric("returned", { precision: 30, scale: 4 }).notNull().default("0"),
    /** Running sum of what return lines without a sale are worth, in points before rounding. */
    returnsSum: numeric("returns_sum", { precision: 30, scale: 8 }).notNull().default("0"),
    sequence: bigint("sequence", { mode: "number" }).notNull().default(0),
    lastAt: instant("last_at"),
    lastHash: bytea("last_hash"),
    /** The newest period that anything counted in for a tier, as `2026`, `2026-Q2` or `2026-05`; null before the first. */
    tierPeriod: text("tier_period"),
    /** What counts: `base`, `points` or `spend`. */
    tierCounts: text("tier_counts"),
    /** The sums of that period, of the one before, and of the one before that. */
    tierSums: numeric("tier_sums", { precision: 30, scale: 4 }).array(),
    /** Entries with greater sequences count. */
    tierAfter: bigint("tier_after", { mode: "number" }),
    /** The tier of the member when it last changed, as the last `tier_change` has it. */
    tier: text("tier"),
    /** When the member was erased: plans made before name a key that the member no longer has. */
    erasedAt: instant("erased_at"),
    /** The member that has the points since this one was merged into it: what returns take here is passed on. */
    mergedInto: uuid("merged_into"),
    mergedAt: instant("merged_at"),
  },
  (table) => [
    uniqueIndex("balance_member_currency_key").on(table.Member, table.Currency),
    index("balance_merged_idx").on(table.mergedInto).where(sql`merged_into IS NOT NULL`),
    // Finds the tiers that run out when a period begins.
    index("balance_tier_idx").on(table.Currency, table.tierPeriod, table.id).where(sql`tier IS NOT NULL`),
  ],
);

/** One row per AddBalance, and per sale that was repriced: the source of its ledger entry. */
export const adjustment = pgTable(
  "adjustment",
  {
    id: uuid("id").primaryKey(),
    Member: uuid("member").notNull(),
    Currency: uuid("currency").notNull(),
    Amount: amount("amount").notNull(),
    CreateDateTime: instant("create_date_time").notNull().default(sql`clock_timestamp()`),
    CreateUserID: text("create_user_id").notNull(),
    Reason: text("reason").notNull().default(""),
    /** The sale that was repriced: once, as the index says. Null for AddBalance. */
    Sale: uuid("sale"),
  },
  (table) => [uniqueIndex("adjustment_sale_key").on(table.Sale).where(sql`sale IS NOT NULL`)],
);

/**
 * The hashes of all entries of a period and the previous head, folded into one hash. It also reveals an entry that was
 * removed from the end of a chain. A period begins at the end of the previous one.
 */
export const ledgerPeriodHead = pgTable("ledger_period_head", {
  /** The end of the period, exclusive. */
  until: instant("until").primaryKey(),
  head: bytea("head").notNull(),
  entries: bigint("entries", { mode: "number" }).notNull(),
  writtenAt: instant("written_at").notNull().default(sql`clock_timestamp()`),
});
