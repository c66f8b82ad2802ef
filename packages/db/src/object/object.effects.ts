import type { EffectName } from "@rewards/domain";
import { postAdjustment } from "../member/member.adjust.ts";
import { endExpiry } from "../redemption-item/redemption-item.end-expiry.ts";
import { addStock } from "../reward/reward.add-stock.ts";
import type { EffectWriter } from "./object.types.ts";

/** One writer for each effect that a definition can name. */
export const effectWriters: Readonly<Record<EffectName, EffectWriter>> = {
  "post-adjustment": postAdjustment,
  "add-stock": addStock,
  "end-expiry": endExpiry,
};
