import type { SaleItem } from "@rewards/domain";
import {
  bigint,
  boolean,
  customType,
  integer,
  jsonb,
  numeric,
  pgTable,
  smallint,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";

/**
 * The peers' tables, as a team would define them; indexes and constraints come from the product's migrations. Columns
 * with a default that no peer reads or writes are left out.
 */
const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
const amount = (name: string) => numeric(name, { precision: 15, scale: 4 });

/** A hash; hex outside the database. */
const hash = customType<{ data: string; driverData: Buffer }>({
  dataType: () => "bytea",
  toDriver: (hex) => Buffer.from(hex, "hex"),
  fromDriver: (bytes) => bytes.toString("hex"),
});

export const sale = pgTable("sale", {
  id: uuid("id").primaryKey(),
  version: integer("version").notNull().default(1),
  status: text("status").notNull(),
  confirmationNote: text("confirmation_note").notNull(),
  updateDateTime: instant("update_date_time").notNull().defaultNow(),
  createUserId: text("create_user_id").notNull(),
  updateUserId: text("update_user_id").notNull(),
  origin: text("origin").notNull(),
  externalId: text("external_id").notNull(),
  saleChannelCode: text("sale_channel_code").notNull(),
  pointOfSaleId: text("point_of_sale_id").notNull(),
  saleItems: jsonb("sale_items").$type<SaleItem[]>().notNull(),
  saleDateTime: instant("sale_date_time").notNull(),
  memberExternalId: text("member_external_id").notNull(),
  storeCode: text("store_code").notNull(),
});

export const member = pgTable("member", {
  id: uuid("id").primaryKey(),
  externalId: text("external_id").notNull(),
  programBusinessId: text("program_business_id").notNull(),
});

export const store = pgTable("store", {
  id: uuid("id").primaryKey(),
  storeCode: text("store_code").notNull(),
  isParticipating: boolean("is_participating").notNull(),
});

export const product = pgTable("product", {
  id: uuid("id").primaryKey(),
  status: text("status").notNull(),
  productCode: text("product_code").notNull(),
  isIncentivizable: boolean("incentivizable").notNull(),
  category: text("category").notNull(),
  brand: text("brand").notNull(),
});

export const programme = pgTable("programme", {
  id: uuid("id").primaryKey(),
  businessId: text("business_id").notNull(),
  timeZoneText: text("time_zone_text").notNull(),
  earningRate: amount("earning_rate").notNull(),
  earningRounding: text("earning_rounding", { enum: ["toward-zero", "half-up", "away-from-zero"] }).notNull(),
  earningFractionDigits: smallint("earning_fraction_digits").notNull(),
});

export const currency = pgTable("currency", {
  id: uuid("id").primaryKey(),
  program: uuid("program").notNull(),
  position: smallint("position").notNull(),
  name: text("name").notNull(),
});

export const balance = pgTable("balance", {
  id: uuid("id").primaryKey().defaultRandom(),
  member: uuid("member").notNull(),
  currency: uuid("currency").notNull(),
  balance: amount("balance").notNull().default("0"),
  awarded: numeric("awarded", { precision: 30, scale: 4 }).notNull().default("0"),
  sequence: bigint("sequence", { mode: "number" }).notNull().default(0),
  lastAt: instant("last_at"),
  lastHash: hash("last_hash"),
});

export const ledgerEntry = pgTable("ledger_entry", {
  id: uuid("id").primaryKey(),
  member: uuid("member").notNull(),
  currency: uuid("currency").notNull(),
  sequence: bigint("sequence", { mode: "number" }).notNull(),
  type: text("type").notNull(),
  currencyAwarded: amount("currency_awarded").notNull(),
  memberBalance: amount("member_balance").notNull(),
  awardedAfter: numeric("awarded_after", { precision: 30, scale: 4 }).notNull(),
  sourceClass: text("source_class").notNull(),
  sourceId: uuid("source_id").notNull(),
  createDateTime: instant("create_date_time").notNull(),
  hash: hash("hash").notNull(),
  rules: integer("rules"),
  why: text("why"),
});
