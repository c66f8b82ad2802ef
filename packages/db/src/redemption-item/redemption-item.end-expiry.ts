import type { EffectWriter } from "../object/object.types.ts";

/** A used voucher no longer expires. */
export const endExpiry: EffectWriter = async (tx, _record, { id }) => {
  await tx`delete from expiring where item_id = ${id}`;
  return [];
};
