import { defineAction } from "../action.ts";
import { defineClass } from "../class.ts";
import { defineKeyView, defineListView } from "../data-view.ts";
import { pages } from "../field.page.ts";
import {
  type ContentOf,
  constant,
  optionalKey,
  origin,
  patternText,
  requiredKey,
  requiredPatternText,
} from "../field.ts";
import { memberExternalId, memberKey } from "../member/member.key.ts";
import { defineObject } from "../object.ts";
import { refuseErased } from "../person.ts";
import { recordOf } from "../record.ts";
import { isVoucherCode } from "../redemption-item/voucher.ts";
import { cancelContent, cancelReasonField } from "./redemption.cancel.ts";

const redemptionItemsMax = 100;

export const redemption = defineObject({
  class: "RedemptionCase",
  path: "Redemption",
  noun: "redemption",
  idPrefix: "RED",
  fields: {
    Origin: origin(),
    ExternalID: optionalKey({
      text: "The redemption's optional idempotency key: the same key with the same content gets the first answer again.",
      example: "APP-000042",
    }),
    MemberExternalID: memberKey(memberExternalId),
    RedemptionItems: pages(
      { text: "What is redeemed: one voucher a line." },
      {
        Quantity: requiredPatternText(
          { text: "The number of units.", example: "1" },
          "A whole number of 1 or more, as a string.",
          /^[1-9]\d{0,10}$/,
        ),
        RewardExternalID: requiredKey({ text: "The ExternalID of the reward.", example: "R-MUG" }),
        VoucherCode: patternText(
          { text: "The voucher code to use; empty to have one minted.", example: "" },
          "A code of more than blanks and dashes, without control characters.",
          isVoucherCode,
          /[^\s-]/,
        ),
      },
      redemptionItemsMax,
    ),
    CancelReason: cancelReasonField,
    Name: constant("text", "Redemption", { text: "The record's name." }),
  },
  initial: "Open-Ready To Process",
  transitions: {
    complete: {
      from: ["Open-Ready To Process"],
      to: "Resolved-Completed",
      text: "Its points are taken, its items minted.",
    },
    reject: { from: ["Open-Ready To Process"], to: "Resolved-Rejected", text: "Nothing is taken." },
    cancel: {
      from: ["Resolved-Completed"],
      to: "Resolved-Cancelled",
      text: "Each of its items that can still be used is cancelled. 409 if none can.",
    },
  },
  bodyBytesMax: 524_288,
  created: {
    shape: ["data.objectInfo.ID", "data.objectInfo.status", "ID"],
    note: "Redemption accepted for processing.",
  },
  refusals: ["Error_Member_Unknown"],
  key: { field: "ExternalID", repeats: "answer", optional: true },
  indexes: ["MemberExternalID"],
  staged: { discard: "reject", together: "MemberExternalID" },
  historyFromRow: { repeats: "complete" },
});

type RedemptionContent = ContentOf<typeof redemption.fields>;
export type RedemptionLine = RedemptionContent["RedemptionItems"][number];

const cancelRedemption = defineAction({
  name: "Cancel",
  target: redemption,
  transition: "cancel",
  right: "cancel",
  isAudited: true,
  ...cancelContent,
  guard: ({ MemberExternalID }) => refuseErased(MemberExternalID),
  effect: "cancel-redemptions",
  refusals: ["Error_Member_Erased", "Error_Redemption_NothingLeft", "Error_Balance_OutOfRange"],
  answer: {
    shape: ["data.objectInfo.status", "data.objectInfo.ID", "confirmationNote"],
    note: "Redemption cancelled.",
  },
});

export const redemptionClass = defineClass({
  object: redemption,
  actions: [cancelRedemption],
  views: [
    defineKeyView("GetRedemptionByBusinessKeys", recordOf(redemption), "ExternalID"),
    defineListView("RedemptionList", recordOf(redemption)),
  ],
});
