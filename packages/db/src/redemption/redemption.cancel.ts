import {
  AppError,
  type CancelContent,
  cancelVoucher,
  changeOf,
  type FieldChange,
  redemptionItem,
  statusAt,
} from "@rewards/domain";
import type { Tx } from "../client.ts";
import { changeRecords, type RecordChange } from "../history/history.write.ts";
import { readClock } from "../ledger/ledger.lock.ts";
import { type RowLocks, skipLocked } from "../lock.ts";
import type { Effect, EffectCall, EffectWriter } from "../object/object.types.ts";
import { type GivenBack, giveBack, itemOf } from "../redemption-item/redemption-item.give-back.ts";

interface ItemRow {
  readonly id: string;
  readonly redemption: string;
  readonly reward: string;
  readonly quantity: string;
  readonly cost: string;
  readonly status: string;
  readonly expiration_date_time: Date | null;
  readonly locked_until_date_time: Date | null;
}

const { from, to: cancelled } = redemptionItem.transitions.cancel;

/**
 * Cancels the items of each redemption that can still be used, each as its own Cancel does. A redemption without any is
 * refused.
 */
export const cancelRedemptions: EffectWriter = async (tx, calls, locks) => {
  const items = await lockItems(
    tx,
    calls.map(({ id }) => id),
    locks,
  );
  const groups = calls.flatMap((call) => {
    const own = items.get(call.id);
    return own === "held" ? [] : [{ call, own: own ?? [] }];
  });
  const given = await giveBack(
    tx,
    groups.map(({ own }) => own.map(itemOf)),
    locks,
  );
  const effects = groups.flatMap(({ call, own }) => {
    const effect = effectOf(own, given);
    return effect ? [[call.id, effect] as const] : [];
  });
  const done = new Map(effects);
  const changes = groups.flatMap(({ call, own }) =>
    done.get(call.id) instanceof AppError || !done.has(call.id) ? [] : own.map((one) => changeOfItem(one, call, given)),
  );
  await changeRecords(tx, redemptionItem, { action: cancelVoucher.name }, changes);
  return done;
};

/** The effect on a redemption: what its balance was before its first item, and is after its last one. */
function effectOf(items: readonly ItemRow[], given: ReadonlyMap<string, GivenBack>): Effect | AppError | undefined {
  if (items.length === 0) return new AppError("Error_Redemption_NothingLeft");
  const all = items.map(({ id }) => given.get(id));
  const refusal = all.find((one) => one === undefined || one instanceof AppError);
  if (refusal instanceof AppError || all.includes(undefined)) return refusal as AppError | undefined;
  const moved = (all as (readonly FieldChange[])[]).flat();
  const [first, last] = [moved[0], moved.at(-1)];
  return { changes: first && last ? changeOf(first.field, first.from, last.to) : [] };
}

/**
 * Locks the items that can be cancelled now, by redemption. "held": another session holds one of them, and locks are
 * skipped.
 */
async function lockItems(
  tx: Tx,
  redemptionIds: readonly string[],
  locks: RowLocks,
): Promise<ReadonlyMap<string, ItemRow[] | "held">> {
  const open = tx`redemption = any(${[...redemptionIds]}::uuid[]) and status = any(${[...from]}::text[])`;
  const [all, rows, nowMs] = await Promise.all([
    locks === "skip"
      ? tx<{ id: string; redemption: string }[]>`select id, redemption from redemption_item where ${open}`
      : [],
    tx<ItemRow[]>`
      select id, redemption, reward, quantity, cost, status, expiration_date_time, locked_until_date_time
      from redemption_item where ${open} order by id for update${skipLocked(tx, locks)}`,
    readClock(tx),
  ]);
  const locked = new Set(rows.map(({ id }) => id));
  const items = new Map<string, ItemRow[] | "held">();
  for (const row of rows.filter((one) => from.includes(statusAt(redemptionItem, timed(one), nowMs)))) {
    const own = items.get(row.redemption);
    if (Array.isArray(own)) own.push(row);
    else items.set(row.redemption, [row]);
  }
  for (const { id, redemption } of all) if (!locked.has(id)) items.set(redemption, "held");
  return items;
}

const timed = (row: ItemRow) => ({
  ...{ Status: row.status, ExpirationDateTime: row.expiration_date_time },
  LockedUntilDateTime: row.locked_until_date_time,
});

function changeOfItem(row: ItemRow, call: EffectCall, given: ReadonlyMap<string, GivenBack>): RecordChange {
  const { Reason } = call.content as CancelContent;
  const [note, balance] = [cancelVoucher.answer.note, given.get(row.id)];
  return {
    id: row.id,
    columns: { cancel_reason: Reason, status: cancelled, confirmation_note: note, update_user_id: call.user },
    changes: [
      ...changeOf("Status", row.status, cancelled),
      ...changeOf("CancelReason", "", Reason),
      ...(Array.isArray(balance) ? balance : []),
    ],
  };
}
