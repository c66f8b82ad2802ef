import { type AddStockContent, amountOf, changeOf, decideAddStock, formatAmount, showAmount } from "@rewards/domain";
import { sql } from "drizzle-orm";
import { check, pgTable, uuid } from "drizzle-orm/pg-core";
import { decideEach } from "./effect.decide.ts";
import { skipLocked } from "./lock.ts";
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

/** Locks stock in the order of rewards, as redemptions do. */
export const addStock: EffectWriter = async (tx, calls, locks) => {
  const rows = await tx<{ id: string; added: string }[]>`
    select reward_id as id, added from stock where reward_id = any(${calls.map(({ id }) => id)}::uuid[])
    order by reward_id for update${skipLocked(tx, locks)}`;
  const stored = new Map(rows.map(({ id, added }) => [id, amountOf(added)]));
  const added = new Map<string, string>();
  const effects = decideEach(calls, ({ id, record, content }) => {
    const before = stored.get(id);
    if (before === undefined) return undefined;
    const quantity = decideAddStock(content as AddStockContent, String(record["RewardType"]), before);
    added.set(id, formatAmount(quantity));
    return { changes: changeOf("RewardQuantity", showAmount(before), showAmount(before + quantity)) };
  });
  const ids = [...added.keys()];
  await tx`
    update stock s set added = s.added + r.added, available = s.available + r.added
    from unnest(${ids}::uuid[], ${[...added.values()]}::numeric[]) as r(id, added)
    where s.reward_id = any(${ids}::uuid[]) and s.reward_id = r.id`;
  return effects;
};
