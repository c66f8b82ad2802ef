import type { ActionDefinition } from "./action.ts";
import { defineListView } from "./data-view.list.ts";
import { type DataViewDefinition, defineKeyView } from "./data-view.ts";
import { AppError } from "./error.ts";
import { historyEntry, objectHistory } from "./history/history.record.ts";
import { parseId } from "./id.ts";
import { adjustment, ledgerEntry, memberBalance } from "./ledger/ledger.record.ts";
import { ledgerEntriesBetweenDates, memberBalances } from "./ledger/ledger.views.ts";
import { addBalance } from "./member/member.actions.ts";
import { member } from "./member/member.object.ts";
import type { ObjectDefinition } from "./object.ts";
import { deleteProduct, editProduct } from "./product/product.actions.ts";
import { product } from "./product/product.object.ts";
import { currency, programme } from "./programme/programme.ts";
import { type RecordDefinition, recordOf } from "./record.ts";
import { redemption } from "./redemption/redemption.object.ts";
import { lockVoucher, useVoucher } from "./redemption-item/redemption-item.actions.ts";
import { redemptionItem } from "./redemption-item/redemption-item.object.ts";
import { redemptionItemsByMember, redemptionItemsByVoucherCode } from "./redemption-item/redemption-item.views.ts";
import { addRewardStock, deleteReward } from "./reward/reward.actions.ts";
import { reward } from "./reward/reward.object.ts";
import { sale } from "./sale/sale.object.ts";
import { markSegmentInactive } from "./segment/segment.actions.ts";
import { segment } from "./segment/segment.object.ts";
import { editStore } from "./store/store.actions.ts";
import { store } from "./store/store.object.ts";

/** Every object type, action and data view of the service. One line here mounts what its file defines. */
export const objects: readonly ObjectDefinition[] = [
  sale,
  redemption,
  redemptionItem,
  store,
  member,
  reward,
  product,
  segment,
];

export const actions: readonly ActionDefinition[] = [
  editStore,
  editProduct,
  addBalance,
  addRewardStock,
  lockVoucher,
  useVoucher,
  markSegmentInactive,
  deleteProduct,
  deleteReward,
];

export const dataViews: readonly DataViewDefinition[] = [
  ledgerEntriesBetweenDates,
  defineKeyView("GetStoreByBusinessKeys", recordOf(store), "StoreCode"),
  defineKeyView("GetProductByBusinessKeys", recordOf(product), "ProductCode"),
  defineKeyView("GetRewardByBusinessKeys", recordOf(reward), "ExternalID"),
  defineKeyView("GetMemberByBusinessKeys", recordOf(member), "ExternalID"),
  defineKeyView("GetSaleByBusinessKeys", recordOf(sale), "ExternalID"),
  defineKeyView("GetRedemptionByBusinessKeys", recordOf(redemption), "ExternalID"),
  defineKeyView("SegmentsByName", recordOf(segment), "Name"),
  redemptionItemsByVoucherCode,
  redemptionItemsByMember,
  memberBalances,
  objectHistory,
  defineListView("ProgramList", programme),
  defineListView("CurrencyList", currency),
  defineListView("SaleList", recordOf(sale)),
  defineListView("RedemptionList", recordOf(redemption)),
  defineListView("RedemptionItemList", recordOf(redemptionItem)),
  defineListView("StoreList", recordOf(store)),
  defineListView("MemberList", recordOf(member)),
  defineListView("RewardList", recordOf(reward)),
  defineListView("ProductList", recordOf(product)),
  defineListView("SegmentList", recordOf(segment)),
];

/** Records that are no objects: they have views, but no creates and no actions. */
export const records: readonly RecordDefinition[] = [
  ledgerEntry,
  memberBalance,
  adjustment,
  programme,
  currency,
  historyEntry,
];

const objectsByClass = new Map(objects.map((definition) => [definition.class, definition]));
const objectsByPrefix = new Map(objects.map((definition) => [definition.idPrefix, definition]));
const viewsByName = new Map(dataViews.map((view) => [view.name, view]));
const recordsByClass = new Map([...objects.map(recordOf), ...records].map((record) => [record.class, record]));
const prefixesByClass = new Map([...objects, ...records].map((definition) => [definition.class, definition.idPrefix]));

/** The classes whose records callers create. */
export const creatableObjects = objects.filter((definition) => definition.path !== null);

/** The classes whose records wait for a worker, and may become dead letters. */
export const stagedObjects = objects.filter((definition) => definition.staged);
export const stagedClasses = stagedObjects.map((definition) => definition.class);

export const objectOfClass = (name: string): ObjectDefinition | undefined => objectsByClass.get(name);
export const objectOfPrefix = (prefix: string): ObjectDefinition | undefined => objectsByPrefix.get(prefix);
export const dataViewOf = (name: string): DataViewDefinition | undefined => viewsByName.get(name);
export const recordOfClass = (name: string): RecordDefinition | undefined => recordsByClass.get(name);
export const idPrefixOf = (className: string): string | undefined => prefixesByClass.get(className);

/** @throws AppError 404 where no view has that name. */
export function dataViewNamed(name: string): DataViewDefinition {
  const view = dataViewOf(name);
  if (!view) throw new AppError("Error_DataView_Unknown");
  return view;
}

/**
 * The class and UUID that an ID tells.
 * @throws AppError 404 where it is the ID of no object.
 */
export function objectOfId(id: string): { definition: ObjectDefinition; uuid: string } {
  const parsed = parseId(id);
  const definition = parsed && objectOfPrefix(parsed.prefix);
  if (!definition) throw new AppError("Error_Object_Unknown");
  return { definition, uuid: parsed.uuid };
}

/**
 * The action that a path names, with the class and UUID of its object.
 * @throws AppError 404 where there is no such object or no such action.
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
