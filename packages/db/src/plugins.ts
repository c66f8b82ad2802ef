import {
  currency as currencyRecord,
  type EffectName,
  ledgerDay as ledgerDayRecord,
  programme as programmeRecord,
  saleReturn as returnRecord,
  reward,
} from "@rewards/domain";
import { eq, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Tx } from "./client.ts";
import { lockProgrammesOf } from "./earning-rule/earning-rule.programme.ts";
import { editRules, endRules, ruleInsert } from "./earning-rule/earning-rule.write.ts";
import { historySource } from "./history/history.view.ts";
import { ledgerSources } from "./ledger/ledger.view.ts";
import type { RowLocks } from "./lock.ts";
import { addCards, memberCardSource, removeCards } from "./member.card.ts";
import { lockMerges, memberMergeSource, mergeMembers } from "./member.merge.ts";
import { memberInsert, postAdjustments } from "./member.write.ts";
import { objectTable } from "./object/object.table.ts";
import type { EffectWriter, InsertHook, RepeatFinder } from "./object/object.types.ts";
import { cancelPayments } from "./payment/payment.cancel.ts";
import { findRepeats } from "./payment/payment.find.ts";
import { postPayments } from "./payment/payment.pay.ts";
import { paymentSources } from "./payment/payment.table.ts";
import { currency, programme } from "./programme/programme.table.ts";
import {
  columnFields,
  type FieldSource,
  type Join,
  type RecordSource,
  type SourceAddition,
  showUser,
  stageFields,
  unchangedVersion,
} from "./record-source.ts";
import { cancelRedemptions } from "./redemption/redemption.cancel.ts";
import { cancelItems, lockPaidOfItems } from "./redemption-item/redemption-item.cancel.ts";
import { checkHolder, endExpiry } from "./redemption-item/redemption-item.expire.ts";
import { lockPaid } from "./redemption-item/redemption-item.paid.ts";
import { addStock, rewardInsert, stock } from "./reward.stock.ts";
import { saleOutcomeSource } from "./sale-outcome/sale-outcome.view.ts";
import { saleReturn } from "./sale-return/sale-return.table.ts";
import { segmentMemberSource } from "./segment-member/segment-member.table.ts";
import { addMembers, removeMembers } from "./segment-member/segment-member.write.ts";
import { standingSources } from "./standing/standing.view.ts";
import { ledgerDay } from "./tables/operations.table.ts";
import { tierChangeSource } from "./tier/tier.table.ts";

/** The `Name` of a member's record is the member's FullName. */
const memberFields = (table: Record<string, PgColumn>): Record<string, FieldSource> => ({
  Name: { expression: table["FullName"] as PgColumn, sealedAs: "FullName" },
});

const table = objectTable(reward.class);

const rewardJoin: Join = { table: stock, on: eq(stock.rewardId, table["id"]) };

/** The quantity ever added to a reward's stock, and the quantity left. */
const rewardFields = (): Record<string, FieldSource> => ({
  RewardQuantity: { expression: stock.added, isJoined: true },
  QuantityAvailable: { expression: stock.available, isJoined: true },
});

const ledgerDaySource: RecordSource = {
  record: ledgerDayRecord,
  table: ledgerDay,
  id: ledgerDay.id,
  // Grows with every change of the row.
  version: ledgerDay.Count,
  fields: columnFields(ledgerDay, "Currency", "Day", "Type", "Count", "Sum", "UpdateDateTime"),
};

/** Columns are written with their tables: in a selection from one table, drizzle omits the table's name. */
const currencies = sql<string[]>`array(select c.id from currency c where c.program = programme.id order by c.position)`;

const programmes: RecordSource = {
  record: programmeRecord,
  table: programme,
  id: programme.id,
  version: programme.version,
  fields: {
    ...columnFields(programme, "Name", "Description", "TimeZoneText", "CreateDateTime", "UpdateDateTime"),
    ...columnFields(programme, "CreateUserID", "UpdateUserID", "Status", "BusinessID"),
    Currencies: { expression: currencies },
    CreateUser: { expression: programme.CreateUserID, show: showUser },
    UpdateUser: { expression: programme.UpdateUserID, show: showUser },
    HistoryCounter: { expression: programme.version },
    ...stageFields(programme.Status, ["Open-Active"]),
  },
};

const currenciesOfProgrammes: RecordSource = {
  record: currencyRecord,
  table: currency,
  id: currency.id,
  version: currency.version,
  fields: columnFields(currency, "Name", "Description", "Program", "CreateDateTime", "UpdateDateTime"),
};

const programmeSources: readonly RecordSource[] = [programmes, currenciesOfProgrammes];

const saleReturnSources: readonly RecordSource[] = [
  {
    record: returnRecord,
    table: saleReturn,
    id: saleReturn.id,
    version: unchangedVersion,
    fields: {
      ...columnFields(saleReturn, "Return", "Line", "Original", "OriginalLine", "Member", "Currency"),
      ...columnFields(saleReturn, "Quantity", "TotalAmount", "CreateDateTime"),
      Points: { expression: sql<string>`(${saleReturn.Points} + ${saleReturn.beyond})` },
    },
  },
];

/** Extensions of single classes to the shared code of inserts, actions and views, which itself names no class. */

/** By noun: checks before, and writes after, the insert of the class's records. */
export const insertHooks: Readonly<Record<string, InsertHook>> = {
  member: memberInsert,
  reward: rewardInsert,
  earning_rule: ruleInsert,
};

/** By effect: what an action locks before its records, by the IDs of the records. */
export const effectLocks: Readonly<
  Partial<Record<EffectName, (tx: Tx, ids: readonly string[], locks: RowLocks) => Promise<void>>>
> = {
  "edit-rule": lockProgrammesOf,
  "end-rule": lockProgrammesOf,
  "merge-member": lockMerges,
  "cancel-items": lockPaidOfItems,
  "cancel-redemptions": lockPaid,
};

/** By effect whose content has a key of its own: finds the calls that were done before. */
export const repeatFinders: Readonly<Partial<Record<EffectName, RepeatFinder>>> = { "post-payment": findRepeats };

/** One writer for each effect that a definition can name. */
export const effectWriters: Readonly<Record<EffectName, EffectWriter>> = {
  "post-adjustment": postAdjustments,
  "add-stock": addStock,
  "add-card": addCards,
  "remove-card": removeCards,
  "merge-member": mergeMembers,
  "check-holder": checkHolder,
  "end-expiry": endExpiry,
  "add-members": addMembers,
  "remove-members": removeMembers,
  "edit-rule": editRules,
  "end-rule": endRules,
  "cancel-items": cancelItems,
  "cancel-redemptions": cancelRedemptions,
  "post-payment": postPayments,
  "cancel-payment": cancelPayments,
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
  memberCardSource,
  memberMergeSource,
  ...paymentSources,
  ledgerDaySource,
  ...saleReturnSources,
  saleOutcomeSource,
  segmentMemberSource,
  tierChangeSource,
  ...programmeSources,
  historySource,
];
