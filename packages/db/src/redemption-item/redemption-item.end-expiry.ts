import type { EffectWriter } from "../object/object.types.ts";

/** A voucher that was used expires no more. */
export const endExpiry: EffectWriter = async (tx, _record, { id }) => {
  await tx`delete from expiring where item_id = ${id}`;
  return [];
};
