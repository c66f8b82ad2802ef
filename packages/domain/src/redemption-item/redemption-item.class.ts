import { defineAction } from "../action.ts";
import { defineClass } from "../class.ts";
import { defineDataView, defineListView, keyParameter, textParameter } from "../data-view.ts";
import {
  type ContentOf,
  constant,
  contentSchema,
  exampleReference,
  hidden,
  rareInteger,
  rareText,
  stored,
} from "../field.ts";
import { memberExternalId } from "../member/member.key.ts";
import { defineObject } from "../object.ts";
import { refuseErased } from "../person.ts";
import { recordOf } from "../record.ts";
import { cancelContent, cancelReasonField } from "../redemption/redemption.cancel.ts";
import { textSchema } from "../schema.ts";
import { normaliseVoucherCode } from "./voucher.ts";

const [available, locked] = ["Open-Available With Expiry", "Open-Active"] as const;
const open: readonly string[] = [available, locked];
const [minuteMs, lockMinutesMax] = [60_000, 1_440];
const lockedBy = { text: "Who holds the lock, such as a till.", example: "TILL-7" };

/** One line of a completed redemption, with its voucher code. Minted by the worker, never created by a call. */
export const redemptionItem = defineObject({
  class: "RedemptionItemCase",
  path: null,
  noun: "redemption_item",
  idPrefix: "ITEM",
  fields: {
    Name: stored("text", { text: "The record's name.", example: "Example" }),
    Quantity: stored("amount", { text: "The number of units.", example: 1 }),
    Cost: stored("amount", { text: "The points that it cost, and that its Cancel gives back.", example: 100 }),
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
    LockedBy: stored("text", {
      text: `${lockedBy.text} Empty while it is not locked, or if its Lock named nobody.`,
      example: lockedBy.example,
    }),
    LockedUntilDateTime: stored("timestamp", {
      text: "The lock ends by itself at this instant; null while it is not locked, or if its Lock has no end.",
      example: "2026-11-21T13:46:49.313Z",
      isNullable: true,
    }),
    CancelReason: cancelReasonField,
    IsInstantRedemption: constant("boolean", false, { text: "Always false." }),
    VoucherKey: hidden("text"),
    MemberExternalID: hidden("text"),
  },
  initial: available,
  transitions: {
    lock: { from: [available], to: locked },
    unlock: {
      from: [locked],
      to: available,
      text: "Also by itself, from its `LockedUntilDateTime` on: it is shown and treated so, and nothing is written.",
    },
    use: { from: open, to: "Resolved-Completed" },
    cancel: {
      from: open,
      to: "Resolved-Cancelled",
      text: "Its points and counted stock come back. Nobody can use the voucher any more.",
    },
    expire: {
      from: open,
      to: "Resolved-Expired",
      text: "Its `ExpirationDateTime` has passed. From that moment it is shown so, and Lock and Use are refused; the worker follows and counts `@version` up. Points and stock do not come back.",
    },
  },
  lapses: { at: "LockedUntilDateTime", move: "unlock", with: ["LockedBy"] },
  expires: { at: "ExpirationDateTime", move: "expire", refusal: "Error_Voucher_Expired" },
  created: { shape: ["data.objectInfo.status", "ID"], note: "Voucher issued." },
  unique: ["VoucherKey"],
  indexes: ["Redemption", "ExpirationDateTime"],
  listedBy: ["MemberExternalID", "Reward"],
});

type Item = Readonly<Record<string, unknown>>;

/** Nobody can use a voucher of an erased member, not even by its ID. */
const refuseVoucher = (item: Item) => refuseErased(item["MemberExternalID"]);

const owner = { LockedBy: rareText(textSchema(), lockedBy) };
const ownerContent = contentSchema(owner);
type OwnerContent = ContentOf<typeof owner>;

/** Who locked a voucher by name is the only one who may use or unlock it. */
const refuseOther = (item: Item, { LockedBy }: OwnerContent, status: string) => {
  const isOthers = status === locked && item["LockedBy"] !== "" && item["LockedBy"] !== LockedBy;
  return refuseVoucher(item) ?? (isOthers ? "Error_Voucher_LockedByOther" : undefined);
};
const refusals = ["Error_Member_Erased", "Error_Voucher_Expired"] as const;
const tillRefusals = [...refusals, "Error_Member_Blocked"] as const;

const lockFields = {
  ...owner,
  LockMinutes: rareInteger({ text: "The lock ends by itself after so many minutes.", example: 15 }, 1, lockMinutesMax),
};

export const lockVoucher = defineAction({
  name: "Lock",
  target: redemptionItem,
  transition: "lock",
  right: "lock",
  content: contentSchema(lockFields),
  isContentOptional: true,
  guard: refuseVoucher,
  set: ({ LockedBy }: ContentOf<typeof lockFields>) => ({ LockedBy: LockedBy ?? "" }),
  setAt: ({ LockMinutes }, nowMs) => ({
    LockedUntilDateTime: LockMinutes === undefined ? null : new Date(nowMs + LockMinutes * minuteMs).toISOString(),
  }),
  refusals: tillRefusals,
  effect: "check-holder",
  answer: { shape: ["data.objectInfo.status", "data.objectInfo.ID"], note: "Voucher locked." },
});

export const unlockVoucher = defineAction({
  name: "Unlock",
  target: redemptionItem,
  transition: "unlock",
  right: "unlock",
  content: ownerContent,
  isContentOptional: true,
  guard: refuseOther,
  refusals: [...refusals, "Error_Voucher_LockedByOther"],
  answer: {
    shape: ["data.objectInfo.status", "data.objectInfo.ID", "confirmationNote"],
    note: "Voucher unlocked.",
  },
});

export const useVoucher = defineAction({
  name: "Use",
  target: redemptionItem,
  transition: "use",
  right: "use",
  content: ownerContent,
  isContentOptional: true,
  guard: refuseOther,
  refusals: [...tillRefusals, "Error_Voucher_LockedByOther"],
  effect: "end-expiry",
  answer: { shape: ["data.objectInfo.status", "data.objectInfo.ID", "confirmationNote"], note: "Voucher used." },
});

export const cancelVoucher = defineAction({
  name: "Cancel",
  target: redemptionItem,
  transition: "cancel",
  right: "cancel",
  isAudited: true,
  ...cancelContent,
  guard: refuseVoucher,
  effect: "cancel-items",
  refusals: [...refusals, "Error_Balance_OutOfRange"],
  answer: { shape: ["data.objectInfo.status", "data.objectInfo.ID", "confirmationNote"], note: "Voucher cancelled." },
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
  actions: [lockVoucher, unlockVoucher, useVoucher, cancelVoucher],
  views: [
    redemptionItemsByVoucherCode,
    redemptionItemsByMember,
    defineListView("RedemptionItemList", recordOf(redemptionItem)),
  ],
});
