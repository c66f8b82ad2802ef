import type { EffectName } from "@rewards/domain";
import type { Tx } from "../client.ts";
import { postAdjustment } from "../member/member.adjust.ts";
import { endExpiry } from "../redemption-item/redemption-item.end-expiry.ts";
import { addStock } from "../reward/reward.add-stock.ts";
import type { ActionCall } from "./object.action.ts";

/** What an action writes beside its record, in the same transaction. `record` is locked, under its fields' names. */
export type EffectWriter = (tx: Tx, record: Readonly<Record<string, unknown>>, call: ActionCall) => Promise<void>;

export const effectWriters: Readonly<Record<EffectName, EffectWriter>> = {
  "post-adjustment": postAdjustment,
  "add-stock": addStock,
  "end-expiry": endExpiry,
};
