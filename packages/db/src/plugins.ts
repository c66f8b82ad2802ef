import type { EffectName } from "@rewards/domain";
import { historySource } from "./history/history.view.ts";
import { ledgerSources } from "./ledger/ledger.view.ts";
import { ledgerDaySource } from "./ledger-day/ledger-day.view.ts";
import { postAdjustment } from "./member/member.adjust.ts";
import { memberInsert } from "./member/member.insert.ts";
import { memberFields } from "./member/member.view.ts";
import type { EffectWriter, InsertHook } from "./object/object.types.ts";
import { programmeSources } from "./programme/programme.view.ts";
import type { RecordSource, SourceAddition } from "./record-source.ts";
import { endExpiry } from "./redemption-item/redemption-item.end-expiry.ts";
import { addStock } from "./reward/reward.add-stock.ts";
import { rewardInsert } from "./reward/reward.insert.ts";
import { rewardFields, rewardJoin } from "./reward/reward.view.ts";
import { saleReturnSources } from "./sale-return/sale-return.view.ts";
import { standingSources } from "./standing/standing.view.ts";

/** Extensions of single classes to the shared code of inserts, actions and views, which itself names no class. */

/** By noun: checks before, and writes after, the insert of the class's records. */
export const insertHooks: Readonly<Record<string, InsertHook>> = { member: memberInsert, reward: rewardInsert };

/** One writer for each effect that a definition can name. */
export const effectWriters: Readonly<Record<EffectName, EffectWriter>> = {
  "post-adjustment": postAdjustment,
  "add-stock": addStock,
  "end-expiry": endExpiry,
};

/** By class: fields of views that do not come from a column of the object's table. */
export const sourceAdditions: Readonly<Record<string, SourceAddition>> = {
  Member: { fields: memberFields },
  Reward: { fields: rewardFields, join: rewardJoin },
};

/** Records of views that are not objects. */
export const recordSources: readonly RecordSource[] = [
  ...ledgerSources,
  ...standingSources,
  ledgerDaySource,
  ...saleReturnSources,
  ...programmeSources,
  historySource,
];
