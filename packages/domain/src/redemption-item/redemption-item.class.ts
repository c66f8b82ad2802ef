import { defineAction } from "../action.ts";
import { defineClass } from "../class.ts";
import { defineDataView, defineListView, keyParameter, textParameter } from "../data-view.ts";
import type { ErrorCode } from "../error.table.ts";
import { constant, exampleReference, hidden, stored } from "../field.ts";
import { memberExternalId } from "../member/member.class.ts";
import { defineObject } from "../object.ts";
import { refuseErased } from "../person.ts";
import { recordOf } from "../record.ts";
import { normaliseVoucherCode } from "./voucher.ts";

const open = ["Open-Available With Expiry", "Open-Active"];

/** One line of a completed redemption, with its voucher code. Minted by the worker, never created by a call. */
export const redemptionItem = defineObject({
  class: "RedemptionItemCase",
  path: null,
  noun: "redemption_item",
  idPrefix: "ITEM",
  fields: {
    Name: stored("text", { text: "The record's name.", example: "Example" }),
    Quantity: stored("amount", { text: "The number of units.", example: 1 }),
    Reward: stored("reference", { text: "The reward.", example: exampleReference("Reward", "REW") }, "Reward"),
    Redemption: stored(
      "reference",
      { text: "The redemption that it came from.", example: exampleReference("RedemptionCase", "RED") },
      "RedemptionCase",
    ),
    VoucherCode: stored("text", {
      text: "The voucher's code.",
      example: "X3AJA-GKMAR-5C5P",
    }),
    ExpirationDateTime: stored("timestamp", {
      text: "The voucher is refused from this instant on; null if it does not expire.",
      example: "2026-12-21T13:31:49.313Z",
      isNullable: true,
    }),
    IsInstantRedemption: constant("boolean", false, { text: "Always false." }),
    VoucherKey: hidden("text"),
    MemberExternalID: hidden("text"),
  },
  initial: "Open-Available With Expiry",
  transitions: {
    lock: { from: ["Open-Available With Expiry"], to: "Open-Active" },
    use: { from: open, to: "Resolved-Completed" },
    expire: {
      from: open,
      to: "Resolved-Expired",
      text: "Its `ExpirationDateTime` has passed. From that moment it is shown so, and Lock and Use are refused; the worker follows and counts `@version` up. Points and stock do not come back.",
    },
  },
  expires: { at: "ExpirationDateTime", move: "expire", refusal: "Error_Voucher_Expired" },
  created: { shape: ["data.objectInfo.status", "ID"], note: "Voucher issued." },
  unique: ["VoucherKey"],
  indexes: ["Redemption", "ExpirationDateTime"],
  listedBy: ["MemberExternalID", "Reward"],
});

/** Refuses a voucher from the instant of its expiry on, even before the scheduled expiry has reached it. */
export function refuseExpired(item: Readonly<Record<string, unknown>>, nowMs: number): ErrorCode | undefined {
  const expiresAt = item[redemptionItem.expires.at];
  return expiresAt instanceof Date && expiresAt.getTime() <= nowMs ? redemptionItem.expires.refusal : undefined;
}

/** Nobody can use a voucher of an erased member, not even by its ID. The expiry comes first, as it does by the status. */
const refuseVoucher = (item: Readonly<Record<string, unknown>>, nowMs: number) =>
  refuseExpired(item, nowMs) ?? refuseErased(item["MemberExternalID"]);
const refusals = ["Error_Member_Erased", "Error_Voucher_Expired"] as const;

export const lockVoucher = defineAction({
  name: "Lock",
  target: redemptionItem,
  transition: "lock",
  right: "lock",
  guard: refuseVoucher,
  refusals,
  answer: { shape: ["data.objectInfo.status", "data.objectInfo.ID"], note: "Voucher locked." },
});

export const useVoucher = defineAction({
  name: "Use",
  target: redemptionItem,
  transition: "use",
  right: "use",
  guard: refuseVoucher,
  refusals,
  effect: "end-expiry",
  answer: { shape: ["data.objectInfo.status", "data.objectInfo.ID", "confirmationNote"], note: "Voucher used." },
});

const record = recordOf(redemptionItem);

export const redemptionItemsByVoucherCode = defineDataView({
  name: "RedemptionItemsByVoucherCode",
  record,
  parameters: {
    "Voucher Code": textParameter({
      text: "A voucher's code; case, white space, dashes and invisible characters are ignored.",
      example: "X3AJA-GKMAR-5C5P",
    }).transform(normaliseVoucherCode),
  },
  isGuessable: true,
  where: [{ field: "VoucherKey", comparator: "EQ", parameter: "Voucher Code" }],
});

export const redemptionItemsByMember = defineDataView({
  name: "RedemptionItemsByMember",
  record,
  parameters: { MemberExternalID: keyParameter(memberExternalId) },
  where: [{ field: "MemberExternalID", comparator: "EQ", parameter: "MemberExternalID" }],
});

export const redemptionItemClass = defineClass({
  object: redemptionItem,
  actions: [lockVoucher, useVoucher],
  views: [
    redemptionItemsByVoucherCode,
    redemptionItemsByMember,
    defineListView("RedemptionItemList", recordOf(redemptionItem)),
  ],
});
