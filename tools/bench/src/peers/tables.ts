import type { SaleItem } from "@rewards/domain";
import * as pg from "drizzle-orm/pg-core";

/**
 * The peers' tables, as a team would define them; indexes and constraints come from the product's migrations. Columns
 * with a default that no peer reads or writes are left out. Names in the database are in snake case.
 */
const instant = () => pg.timestamp({ withTimezone: true, precision: 3 });
const amount = () => pg.numeric({ precision: 15, scale: 4 });
const total = () => pg.numeric({ precision: 30, scale: 4 });
const bytes = pg.customType<{ data: Buffer }>({ dataType: () => "bytea" });
const required = () => pg.text().notNull();
const texts = <Name extends string>(...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, required()])) as Record<Name, ReturnType<typeof required>>;

export const sale = pg.pgTable("sale", {
  id: pg.uuid().primaryKey(),
  version: pg.integer().notNull().default(1),
  ...texts("status", "confirmationNote", "createUserId", "updateUserId", "origin", "externalId"),
  ...texts("saleChannelCode", "pointOfSaleId", "memberExternalId", "storeCode"),
  updateDateTime: instant().notNull().defaultNow(),
  saleItems: pg.jsonb().$type<SaleItem[]>().notNull(),
  saleDateTime: instant().notNull(),
});

export const member = pg.pgTable("member", { id: pg.uuid().primaryKey(), ...texts("externalId", "programBusinessId") });

export const store = pg.pgTable("store", {
  id: pg.uuid().primaryKey(),
  storeCode: required(),
  isParticipating: pg.boolean().notNull(),
});

export const product = pg.pgTable("product", {
  id: pg.uuid().primaryKey(),
  ...texts("status", "productCode", "category", "brand"),
  isIncentivizable: pg.boolean("incentivizable").notNull(),
});

export const programme = pg.pgTable("programme", {
  id: pg.uuid().primaryKey(),
  ...texts("businessId", "timeZoneText"),
});

export const earningVersion = pg.pgTable("earning_version", {
  program: pg.uuid().notNull(),
  version: pg.integer().notNull(),
  rate: amount().notNull(),
  rounding: pg.text({ enum: ["toward-zero", "half-up", "away-from-zero"] }).notNull(),
  fractionDigits: pg.smallint().notNull(),
  rules: required(),
});

export const currency = pg.pgTable("currency", {
  id: pg.uuid().primaryKey(),
  program: pg.uuid().notNull(),
  position: pg.smallint().notNull(),
  name: required(),
});

export const balance = pg.pgTable("balance", {
  id: pg.uuid().primaryKey().defaultRandom(),
  member: pg.uuid().notNull(),
  currency: pg.uuid().notNull(),
  balance: amount().notNull().default("0"),
  awarded: total().notNull().default("0"),
  sequence: pg.bigint({ mode: "number" }).notNull().default(0),
  lastAt: instant(),
  lastHash: bytes(),
});

export const ledgerEntry = pg.pgTable("ledger_entry", {
  id: pg.uuid().primaryKey(),
  member: pg.uuid().notNull(),
  currency: pg.uuid().notNull(),
  sequence: pg.bigint({ mode: "number" }).notNull(),
  ...texts("type", "sourceClass"),
  currencyAwarded: amount().notNull(),
  memberBalance: amount().notNull(),
  awardedAfter: total().notNull(),
  sourceId: pg.uuid().notNull(),
  createDateTime: instant().notNull(),
  hash: bytes().notNull(),
  rules: pg.integer(),
  why: pg.text(),
});

export const tally = pg.pgTable("tally", { member: pg.uuid().notNull(), key: required(), value: total().notNull() });
