import { redemptionItem } from "@rewards/domain";
import type { Sql } from "../client.ts";
import { settle } from "../object/object.settle.ts";

export const expireRowsMax = 1_000;
const { expire } = redemptionItem.transitions;

/**
 * Expires up to expireRowsMax open vouchers that are past their time. Items that another transaction holds are left
 * for the next run.
 * @returns how many were taken; expireRowsMax means that there may be more.
 */
export async function expireItems(sql: Sql): Promise<number> {
  return sql.begin(async (tx) => {
    const due = await tx<{ id: string; is_open: boolean }[]>`
      select i.id, i.status = any(${[...expire.from]}::text[]) as is_open
      from redemption_item i
      where i.id = any(array(select item_id from expiring where at <= (select clock_timestamp()) order by at limit ${expireRowsMax}))
      order by i.id for update skip locked`;
    const open = due.filter((row) => row.is_open);
    await settle(
      tx,
      { class: redemptionItem.class, noun: redemptionItem.noun, from: expire.from },
      open.map(({ id }) => ({ id, status: expire.to, note: "Voucher expired." })),
    );
    // Counted here: a run beside this one may have expired what this one's snapshot still shows as due.
    const taken = await tx`delete from expiring where item_id = any(${due.map((row) => row.id)}::uuid[])`;
    return taken.count;
  });
}
