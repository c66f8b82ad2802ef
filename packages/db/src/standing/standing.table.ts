import { bigint, numeric, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { amount, instant } from "../object/object.table.ts";
import { expiringPointsQuery, memberBalanceQuery, returnedAwardQuery, standingQuery } from "./standing.query.ts";
import { balanceExpiryQuery, expiryRuleQuery } from "./standing.rule.ts";

/** Database views that derive what of a balance is consumed, available, pending and overdue when they are read. */

export const standing = pgTable("balance_standing", {
  Member: uuid("member").notNull(),
  Currency: uuid("currency").notNull(),
  consumed: numeric("consumed", { precision: 30, scale: 4 }).notNull(),
});

export const memberBalance = pgTable("member_balance", {
  id: uuid("id").notNull(),
  Member: uuid("member").notNull(),
  Currency: uuid("currency").notNull(),
  Name: text("name").notNull(),
  Balance: amount("balance").notNull(),
  sequence: bigint("sequence", { mode: "number" }).notNull(),
  lastAt: instant("last_at"),
  spendable: amount("spendable").notNull(),
  maturing: amount("maturing").notNull(),
  nextAt: instant("next_at"),
  nextAmount: amount("next_amount"),
  held: amount("held").notNull(),
});

export const expiringPoints = pgTable("expiring_points", {
  id: uuid("id").notNull(),
  Member: uuid("member").notNull(),
  Currency: uuid("currency").notNull(),
  ExpirationDateTime: instant("expires_at").notNull(),
  Amount: amount("amount").notNull(),
});

/** The views that `migrate` creates: each names only views before it. */
export const standingViews = [
  { name: "expiry_rule", query: expiryRuleQuery },
  { name: "balance_expiry", query: balanceExpiryQuery },
  { name: "balance_standing", query: standingQuery },
  { name: "member_balance", query: memberBalanceQuery },
  { name: "expiring_points", query: expiringPointsQuery },
  { name: "returned_award", query: returnedAwardQuery },
];
