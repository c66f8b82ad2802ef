import type { InsertHook } from "../object/object.types.ts";

/** Every reward has a stock row, which starts at 0. */
export const rewardInsert: InsertHook = {
  async after(tx, inserted) {
    await tx`insert into stock (reward_id) select id from unnest(${inserted.map((record) => record.id)}::uuid[]) as r(id) on conflict do nothing`;
  },
};
