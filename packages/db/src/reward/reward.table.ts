import { sql } from "drizzle-orm";
import { check, pgTable, uuid } from "drizzle-orm/pg-core";
import { amount } from "../object/object.table.ts";

/** A reward's stock, apart from its record: a redemption changes it without changing the reward's version. */
export const stock = pgTable(
  "stock",
  {
    rewardId: uuid("reward_id").primaryKey(),
    added: amount("added").notNull().default("0"),
    available: amount("available").notNull().default("0"),
    issued: amount("issued").notNull().default("0"),
  },
  (table) => [
    check("stock_adds_up", sql`${table.added} = ${table.available} + ${table.issued} and ${table.available} >= 0`),
  ],
);
