import { earningRule, exampleOf, formatId, member, redemption, reward, sale, segment, store } from "@rewards/domain";
import { apiRoot } from "@rewards/lab/client";
import { currencyName } from "../servers/shop.ts";

/** The kind of a request; the check has one rule for each. */
export type CallKind =
  | "sale"
  | "redemption"
  | "member"
  | "store"
  | "segment"
  | "adjust"
  | "stock"
  | "lock"
  | "use"
  | "cancel"
  | "pay"
  | "giveBack"
  | "merge"
  | "block"
  | "unblock"
  | "addCard"
  | "removeCard"
  | "edit"
  | "rule"
  | "editRule"
  | "endRule"
  | "tiers"
  | "join"
  | "leave";

/** One intention of a client, which may take several requests. */
export interface Call {
  readonly kind: CallKind;
  /** The record concerned: the check looks at all calls of a kind and key together. */
  readonly key: string;
  readonly method: "POST" | "PATCH";
  readonly path: string;
  readonly content: Readonly<Record<string, unknown>>;
  readonly objectType?: string;
  /** Whether the client repeats it after an unknown outcome; the same key prevents a second effect. */
  readonly isRepeatable: boolean;
  /** A different body of the same key has a different variant. */
  readonly variant: string;
  /** Sent as Idempotency-Key. */
  readonly idempotencyKey?: string;
}

const created = { sale, redemption, member, store, segment, rule: earningRule } as const;

/** A create. It is repeatable if its key prevents a second record. */
export function createCall(
  kind: keyof typeof created,
  key: string,
  content: Readonly<Record<string, unknown>>,
  isRepeatable = true,
): Call {
  const { path, class: objectType } = created[kind];
  const variant = JSON.stringify(content);
  return { kind, key, method: "POST", path: `/${path}${apiRoot}/objects`, content, objectType, isRepeatable, variant };
}

const actions = {
  ...{ adjust: "AddBalance", stock: "AddRewardStock", lock: "Lock", use: "Use", edit: "Edit" },
  ...{ cancel: "Cancel", pay: "PayWithPoints", giveBack: "CancelPayment" },
  ...{ merge: "Merge", block: "Block", unblock: "Unblock", addCard: "AddCard", removeCard: "RemoveCard" },
  ...{ editRule: "Edit", endRule: "End", join: "AddMembers", leave: "RemoveMembers" },
} as const;

/** An action on an object, by its public ID. Not repeatable: each execution has an effect. */
export function actionCall(
  kind: keyof typeof actions,
  key: string,
  id: string,
  content: Readonly<Record<string, unknown>> = {},
): Call {
  const path = `${apiRoot}/objects/${id}/actions/${actions[kind]}`;
  return { kind, key, method: "PATCH", path, content, isRepeatable: false, variant: JSON.stringify(content) };
}

/**
 * The key under which a repeat gets the first answer, if the call has one. The service refuses the taken key of a member
 * or a store instead.
 */
export function replayKeyOf({ idempotencyKey, kind, key, isRepeatable }: Call): string | undefined {
  if (idempotencyKey !== undefined) return idempotencyKey;
  return isRepeatable && (kind === "sale" || kind === "redemption" || kind === "pay") ? key : undefined;
}

/** The same call with an Idempotency-Key, which makes it repeatable. */
export function withKey(call: Call, idempotencyKey: string): Call {
  return { ...call, idempotencyKey, isRepeatable: true };
}

/** AddBalance, by the UUID of the member. The amount identifies the adjustment, so it must be unique within a round. */
export function adjustCall(memberId: string, amount: string, currency = currencyName): Call {
  const content = { AdjustBalances: { Amount: Number(amount), Name: currency } };
  return actionCall("adjust", amount, formatId(member.idPrefix, memberId), content);
}

/** PayWithPoints, by the UUID of the member. Its Reference prevents a second payment. */
export function payCall(memberId: string, Reference: string, amount: string): Call {
  const call = actionCall("pay", Reference, formatId(member.idPrefix, memberId), { Reference, Points: Number(amount) });
  return { ...call, isRepeatable: true };
}

/** CancelPayment of a part. The amount identifies it, so it must be unique within a round. */
export function giveBackCall({ path, content }: Call, amount: string): Call {
  const id = path.split("/").at(-3) ?? "";
  return actionCall("giveBack", amount, id, { Reference: content["Reference"], Points: Number(amount) });
}

export function addStockCall(rewardId: string, quantity: number): Call {
  return actionCall("stock", rewardId, formatId(reward.idPrefix, rewardId), { RewardQuantity: quantity });
}

/** An edit of a record, by its public ID. The text identifies it, so it must be unique within a round. */
export const editCall = (id: string, text: string, more: Readonly<Record<string, unknown>> = {}): Call =>
  actionCall("edit", text, id, { Description: text, ...more });

export const makeMember = (key: string): Call => createCall("member", key, exampleOf(member, key));
export const makeStore = (key: string): Call => createCall("store", key, exampleOf(store, key));

/** A segment has no key, so its create is not repeatable. */
export const makeSegment = (key: string): Call => createCall("segment", key, exampleOf(segment, key), false);
