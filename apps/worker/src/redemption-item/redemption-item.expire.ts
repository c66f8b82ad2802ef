import { expireItems, expireRowsMax } from "@rewards/db";
import type { ScheduledTask } from "../task.ts";

/** Expires open vouchers whose expiry has passed. */
export const redemptionItemExpire: ScheduledTask = {
  name: "redemption_item.expire",
  everyMs: 10_000,
  async run({ database: { sql } }) {
    let expired = await expireItems(sql);
    while (expired === expireRowsMax) expired = await expireItems(sql);
  },
};
