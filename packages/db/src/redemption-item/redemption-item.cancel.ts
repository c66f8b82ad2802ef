import type { Tx } from "../client.ts";
import type { RowLocks } from "../lock.ts";
import type { EffectCall, Effects, EffectWriter } from "../object/object.types.ts";
import { giveBack, itemOf } from "./redemption-item.give-back.ts";
import { lockPaid } from "./redemption-item.paid.ts";

/** Locks the balances that Cancels of these items raise. */
export async function lockPaidOfItems(tx: Tx, ids: readonly string[], locks: RowLocks): Promise<void> {
  const rows = await tx<{ redemption: string }[]>`
    select distinct redemption from redemption_item where id = any(${[...ids]}::uuid[])`;
  await lockPaid(
    tx,
    rows.map(({ redemption }) => redemption),
    locks,
  );
}

/** Gives back what each item cost. */
export const cancelItems: EffectWriter = async (tx, calls, locks): Promise<Effects> => {
  const given = await giveBack(
    tx,
    calls.map((call) => [itemOf(valuesOf(call))]),
    locks,
  );
  return new Map(
    [...given].flatMap(([id, one]) => {
      if (!one) return [];
      return [[id, one instanceof Error ? one : { changes: one }] as const];
    }),
  );
};

const valuesOf = ({ id, record }: EffectCall) => ({
  ...{ id, redemption: String(record["Redemption"]), reward: String(record["Reward"]) },
  ...{ quantity: String(record["Quantity"]), cost: String(record["Cost"]) },
});
