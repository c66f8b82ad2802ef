import type { ActionDefinition } from "./action.ts";
import { parseId } from "./answer.ts";
import type { ClassDefinition } from "./class.ts";
import { type DataViewDefinition, defineListView } from "./data-view.ts";
import { earningRuleClass } from "./earning-rule/earning-rule.class.ts";
import { AppError } from "./error.ts";
import { eventRecord, eventsSince } from "./event/event.view.ts";
import { historyEntry, objectHistory } from "./history/history.record.ts";
import { adjustment, expiringPoints, ledgerEntry, memberBalance } from "./ledger/ledger.record.ts";
import {
  expiringPointsBetween,
  expiringPointsOfMember,
  ledgerDay,
  ledgerEntriesBetweenDates,
  ledgerTotalsByDay,
  memberBalances,
} from "./ledger/ledger.views.ts";
import { memberCard, memberCards } from "./member/member.card.view.ts";
import { memberClass } from "./member/member.class.ts";
import { memberMerge } from "./member/member.merge.record.ts";
import type { ObjectDefinition } from "./object.ts";
import { payment, paymentCancellation, paymentsByMember } from "./payment/payment.record.ts";
import { productClass } from "./product/product.class.ts";
import { currency, programme } from "./programme.ts";
import { type RecordDefinition, recordOf } from "./record.ts";
import { redemptionClass } from "./redemption/redemption.class.ts";
import { redemptionItemClass } from "./redemption-item/redemption-item.class.ts";
import { rewardClass } from "./reward/reward.class.ts";
import { ruleProgress, ruleProgressRecord } from "./rule-progress/rule-progress.view.ts";
import { saleClass } from "./sale/sale.class.ts";
import { saleOutcome, saleOutcomes } from "./sale-outcome/sale-outcome.view.ts";
import { previewSale, salePreview } from "./sale-preview/sale-preview.view.ts";
import { returnsBySale, saleReturn } from "./sale-return/sale-return.record.ts";
import { segmentClass } from "./segment/segment.class.ts";
import { segmentMember, segmentMembers, segmentsByMember } from "./segment/segment.member.ts";
import { storeClass } from "./store/store.class.ts";
import { tierChange, tierChangesByMember } from "./tier/tier.change.ts";
import { memberTier, memberTiers } from "./tier/tier.view.ts";

/** All classes of the service. One line here adds everything that a class's folder defines. */
const classes: readonly ClassDefinition[] = [
  saleClass,
  redemptionClass,
  redemptionItemClass,
  storeClass,
  memberClass,
  productClass,
  rewardClass,
  segmentClass,
  earningRuleClass,
];

export const objects: readonly ObjectDefinition[] = classes.map(({ object }) => object);
export const actions: readonly ActionDefinition[] = classes.flatMap((one) => one.actions);

export const dataViews: readonly DataViewDefinition[] = [
  ledgerEntriesBetweenDates,
  memberBalances,
  memberCards,
  paymentsByMember,
  expiringPointsOfMember,
  expiringPointsBetween,
  ledgerTotalsByDay,
  returnsBySale,
  saleOutcomes,
  segmentMembers,
  segmentsByMember,
  previewSale,
  ruleProgress,
  memberTiers,
  tierChangesByMember,
  objectHistory,
  eventsSince,
  defineListView("ProgramList", programme),
  defineListView("CurrencyList", currency),
  ...classes.flatMap(({ views }) => views),
];

/** Records that are not objects: they have views, but no creates and no actions. */
export const records: readonly RecordDefinition[] = [
  ledgerEntry,
  memberBalance,
  memberCard,
  memberMerge,
  payment,
  paymentCancellation,
  expiringPoints,
  ledgerDay,
  saleReturn,
  saleOutcome,
  segmentMember,
  salePreview,
  ruleProgressRecord,
  memberTier,
  tierChange,
  adjustment,
  programme,
  currency,
  historyEntry,
  eventRecord,
];

const objectsByClass = new Map(objects.map((definition) => [definition.class, definition]));
const objectsByPrefix = new Map(objects.map((definition) => [definition.idPrefix, definition]));
const viewsByName = new Map(dataViews.map((view) => [view.name, view]));
const recordsByClass = new Map([...objects.map(recordOf), ...records].map((record) => [record.class, record]));
const prefixesByClass = new Map([...objects, ...records].map((definition) => [definition.class, definition.idPrefix]));

/** The classes whose records callers can create. */
export const creatableObjects = objects.filter((definition) => definition.path !== null);

/** The classes whose records wait for a worker, and may become dead letters. */
export const stagedObjects = objects.filter((definition) => definition.staged);
export const stagedClasses = stagedObjects.map((definition) => definition.class);
/** Also the names of their queues. */
export const stagedNouns = stagedObjects.map(({ noun }) => noun);

export const objectOfClass = (name: string): ObjectDefinition | undefined => objectsByClass.get(name);
export const objectOfPrefix = (prefix: string): ObjectDefinition | undefined => objectsByPrefix.get(prefix);
export const dataViewOf = (name: string): DataViewDefinition | undefined => viewsByName.get(name);
export const recordOfClass = (name: string): RecordDefinition | undefined => recordsByClass.get(name);
export const idPrefixOf = (className: string): string | undefined => prefixesByClass.get(className);

/** @throws AppError 404 if no view has that name. */
export function dataViewNamed(name: string): DataViewDefinition {
  const view = dataViewOf(name);
  if (!view) throw new AppError("Error_DataView_Unknown");
  return view;
}

/**
 * The class and UUID in an ID.
 * @throws AppError 404 if it is not the ID of an object.
 */
export function objectOfId(id: string): { definition: ObjectDefinition; uuid: string } {
  const parsed = parseId(id);
  const definition = parsed && objectOfPrefix(parsed.prefix);
  if (!definition) throw new AppError("Error_Object_Unknown");
  return { definition, uuid: parsed.uuid };
}

/**
 * The action that a path names, with the class and UUID of its object.
 * @throws AppError 404 if there is no such object or no such action.
 */
export function actionOfId(id: string, name: string): ReturnType<typeof objectOfId> & { action: ActionDefinition } {
  const { definition, uuid } = objectOfId(id);
  const action = actionOf(definition, name);
  if (!action) throw new AppError("Error_Action_Unknown");
  return { definition, uuid, action };
}

export function actionsOf(target: ObjectDefinition): ActionDefinition[] {
  return actions.filter((action) => action.target.class === target.class);
}

export function actionOf(target: ObjectDefinition, name: string): ActionDefinition | undefined {
  return actions.find((action) => action.target.class === target.class && action.name === name);
}
