import { apiRoot } from "@rewards/lab/client";
import { currencyName } from "../servers/shop.ts";

/** What is asked for; the check has one rule for each. */
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
  | "edit";

/** One thing that a client wants, which may take several requests. */
export interface Call {
  readonly kind: CallKind;
  /** The record concerned: the check looks at all calls of a kind and key together. */
  readonly key: string;
  readonly method: "POST" | "PATCH";
  readonly path: string;
  readonly content: Readonly<Record<string, unknown>>;
  readonly objectType?: string;
  /** Whether it is sent again where the outcome is not known: the same key keeps it from taking effect twice. */
  readonly isRepeatable: boolean;
  /** A different body of the same key has a different variant. */
  readonly variant: string;
  /** Sent as Idempotency-Key. */
  readonly idempotencyKey?: string;
}

const objectTypes = {
  sale: ["Sale", "SaleCase"],
  redemption: ["Redemption", "RedemptionCase"],
  member: ["Member", "Member"],
  store: ["Store", "Store"],
  segment: ["Segment", "SegmentCase"],
} as const;

/** A create. It is repeatable where its key keeps a second one from being made. */
export function createCall(
  kind: keyof typeof objectTypes,
  key: string,
  content: Readonly<Record<string, unknown>>,
  isRepeatable = true,
): Call {
  const [path, objectType] = objectTypes[kind];
  const variant = JSON.stringify(content);
  return { kind, key, method: "POST", path: `/${path}${apiRoot}/objects`, content, objectType, isRepeatable, variant };
}

const actions = { adjust: "AddBalance", stock: "AddRewardStock", lock: "Lock", use: "Use", edit: "Edit" } as const;

/** An action on an object, by its public ID. It is not repeatable: each one that is done counts. */
export function actionCall(
  kind: keyof typeof actions,
  key: string,
  id: string,
  content: Readonly<Record<string, unknown>> = {},
): Call {
  const path = `${apiRoot}/objects/${id}/actions/${actions[kind]}`;
  return { kind, key, method: "PATCH", path, content, isRepeatable: false, variant: JSON.stringify(content) };
}

/** The same with an Idempotency-Key, under which it may be sent again. */
export function withKey(call: Call, idempotencyKey: string): Call {
  return { ...call, idempotencyKey, isRepeatable: true };
}

/** AddBalance; the amount tells one adjustment from every other, so no two calls of a round have the same. */
export function adjustCall(memberId: string, amount: string, currency = currencyName): Call {
  return actionCall("adjust", amount, memberId, { AdjustBalances: { Amount: Number(amount), Name: currency } });
}
