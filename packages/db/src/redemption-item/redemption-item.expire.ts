import { redemptionItem, stageAction } from "@rewards/domain";
import { index, pgTable, uuid } from "drizzle-orm/pg-core";
import type { Sql } from "../client.ts";
import { writeMoves } from "../history/history.write.ts";
import { settle } from "../object/object.settle.ts";
import { instant } from "../object/object.table.ts";
import type { EffectWriter } from "../object/object.types.ts";

/** Open vouchers that expire, so that the scheduled expiry reads no others. */
export const expiring = pgTable(
  "expiring",
  { itemId: uuid("item_id").primaryKey(), at: instant("at").notNull() },
  (table) => [index("expiring_at_idx").on(table.at)],
);

/** A used voucher no longer expires. */
export const endExpiry: EffectWriter = async (tx, calls) => {
  const ids = calls.map(({ id }) => id);
  await tx`delete from expiring where item_id = any(${ids}::uuid[])`;
  return new Map(ids.map((id) => [id, { changes: [] }]));
};

export const expireRowsMax = 1_000;
const { expire } = redemptionItem.transitions;

/**
 * Expires up to expireRowsMax open vouchers that are past their time. Items that another transaction holds are left
 * for the next run.
 * @returns the number of rows taken from `expiring`; expireRowsMax means that there may be more.
 */
export async function expireItems(sql: Sql): Promise<number> {
  return sql.begin(async (tx) => {
    const due = await tx<{ id: string; status: string }[]>`
      select i.id, i.status
      from redemption_item i
      where i.id = any(array(select item_id from expiring where at <= (select clock_timestamp()) order by at limit ${expireRowsMax}))
      order by i.id for update skip locked`;
    const open = due.filter(({ status }) => expire.from.includes(status));
    await settle(
      tx,
      { class: redemptionItem.class, noun: redemptionItem.noun, from: expire.from },
      open.map(({ id }) => ({ id, status: expire.to, note: "Voucher expired." })),
    );
    await writeMoves(
      tx,
      redemptionItem,
      stageAction("expire"),
      open.map(({ id, status }) => ({ id, from: status })),
    );
    // Counted here: a concurrent run may have expired vouchers that this run's snapshot still shows as due.
    const taken = await tx`delete from expiring where item_id = any(${due.map((row) => row.id)}::uuid[])`;
    return taken.count;
  });
}
