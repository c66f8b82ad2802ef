import type { InsertHook } from "../object/object.types.ts";

/** Every reward has a row of stock, of 0 to begin with. */
export const rewardInsert: InsertHook = {
  async after(tx, inserted) {
    await tx`insert into stock (reward_id) select id from unnest(${inserted.map((record) => record.id)}::uuid[]) as r(id) on conflict do nothing`;
  },
};
