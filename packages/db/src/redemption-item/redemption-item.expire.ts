import { AppError, redemptionItem, stageAction } from "@rewards/domain";
import { index, pgTable, uuid } from "drizzle-orm/pg-core";
import type { Fragment, Sql, Tx } from "../client.ts";
import { writeMoves } from "../history/history.write.ts";
import { isBlocked } from "../member.key.ts";
import { settle } from "../object/object.settle.ts";
import { instant } from "../object/object.table.ts";
import type { EffectCall, Effects, EffectWriter } from "../object/object.types.ts";

/** Open vouchers that expire, so that the scheduled expiry reads no others. */
export const expiring = pgTable(
  "expiring",
  { itemId: uuid("item_id").primaryKey(), at: instant("at").notNull() },
  (table) => [index("expiring_at_idx").on(table.at)],
);

/** Refuses vouchers of blocked members. */
export const checkHolder: EffectWriter = async (tx, calls) => effectsOf(calls, await ofBlocked(tx, calls, tx``));

/** A used voucher no longer expires. That of a blocked member is not used. */
export const endExpiry: EffectWriter = async (tx, calls) => {
  const ended = tx`, ended as (
    delete from expiring where item_id = any(${calls.map(({ id }) => id)}::uuid[]) and item_id not in (select id from blocked))`;
  return effectsOf(calls, await ofBlocked(tx, calls, ended));
};

const ofBlocked = (tx: Tx, calls: readonly EffectCall[], further: Fragment) => tx<{ id: string }[]>`
  with blocked as (
    select t.id from redemption_item t join member m on m.external_id = t.member_external_id
    where t.id = any(${calls.map(({ id }) => id)}::uuid[]) and ${isBlocked(tx)}
  )${further}
  select id from blocked`;

function effectsOf(calls: readonly EffectCall[], blocked: readonly { readonly id: string }[]): Effects {
  const refused = new Set(blocked.map(({ id }) => id));
  return new Map(calls.map(({ id }) => [id, refused.has(id) ? new AppError("Error_Member_Blocked") : { changes: [] }]));
}

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
