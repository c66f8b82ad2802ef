import { type AddStockContent, amountOf, changeOf, decideAddStock, formatAmount, showAmount } from "@rewards/domain";
import { sql } from "drizzle-orm";
import { check, pgTable, uuid } from "drizzle-orm/pg-core";
import { amount } from "./object/object.table.ts";
import type { EffectWriter, InsertHook } from "./object/object.types.ts";

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

/** Every reward has a stock row, which starts at 0. */
export const rewardInsert: InsertHook = {
  async after(tx, inserted) {
    await tx`insert into stock (reward_id) select id from unnest(${inserted.map((record) => record.id)}::uuid[]) as r(id) on conflict do nothing`;
  },
};

export const addStock: EffectWriter = async (tx, record, { id, content }) => {
  const [row] = await tx<{ added: string }[]>`select added from stock where reward_id = ${id} for update`;
  if (!row) throw new Error("the reward has no stock row");
  const before = amountOf(row.added);
  const quantity = decideAddStock(content as AddStockContent, String(record["RewardType"]), before);
  const added = formatAmount(quantity);
  await tx`update stock set added = added + ${added}, available = available + ${added} where reward_id = ${id}`;
  return { changes: changeOf("RewardQuantity", showAmount(before), showAmount(before + quantity)) };
};
