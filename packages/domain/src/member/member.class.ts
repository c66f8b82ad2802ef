import { z } from "zod";
import { defineAction } from "../action.ts";
import { type Amount, amountOf } from "../amount.ts";
import { defineClass } from "../class.ts";
import { defineKeyView, defineListView } from "../data-view.ts";
import { AppError } from "../error.ts";
import {
  contentSchema,
  derived,
  editSchema,
  hidden,
  optionalDate,
  optionalTimestamp,
  origin,
  patternText,
  personal,
  requiredAmount,
  requiredText,
} from "../field.ts";
import type { Book } from "../ledger/ledger.book.ts";
import { adjustment } from "../ledger/ledger.record.ts";
import { whyText } from "../ledger/ledger.why.ts";
import { defineObject } from "../object.ts";
import { paymentActions } from "../payment/payment.actions.ts";
import { refuseErased } from "../person.ts";
import { recordOf } from "../record.ts";
import { documented } from "../schema.ts";
import { blockActions, reason } from "./member.block.ts";
import { cardActions } from "./member.card.ts";
import { memberExternalId, memberKey } from "./member.key.ts";
import { mergeAction } from "./member.merge.ts";

const blocked = "Open-Blocked";

export const member = defineObject({
  class: "Member",
  path: "Member",
  noun: "member",
  idPrefix: "MEM",
  fields: {
    Origin: origin(),
    ExternalID: memberKey({
      text: "The member's business key: `MemberExternalID` elsewhere.",
      example: memberExternalId.example,
    }),
    DateOfBirth: personal(optionalDate({ text: "The member's day of birth.", example: "1990-05-17" })),
    EmailAddress: personal(
      patternText(
        { text: "Where the member gets mail.", example: "ada@example.com" },
        "An e-mail address.",
        z.regexes.email,
      ),
    ),
    FullName: personal(requiredText({ text: "The member's name.", example: "Ada Example" })),
    MobileNumber: personal(
      patternText({ text: "The member's mobile number.", example: "491700000000" }, "Digits only.", /^\d+$/),
    ),
    JoinDateTime: optionalTimestamp({ text: "When the member joined.", example: "2026-01-15T09:30:00.000Z" }),
    ProgramBusinessID: requiredText({ text: "The BusinessID of the member's programme.", example: "REWARDS" }),
    Name: personal(derived("text", { text: "The record's name.", example: "Example" })),
    /** Since when it has its ExternalID, if an erased person had it before. Null if nobody did. */
    KeySince: hidden("timestamp"),
    /** The member that has everything of this one since their merge. */
    MergedInto: { ...hidden("reference"), class: "Member" },
  },
  initial: "Open-Active",
  transitions: {
    edit: { from: ["Open-Active"], to: "Open-Active" },
    adjustBalance: { from: ["Open-Active"], to: "Open-Active" },
    block: {
      from: ["Open-Active"],
      to: blocked,
      text: "Its sales earn. Its redemptions are rejected, and its vouchers can be neither locked nor used.",
    },
    changeCards: { from: ["Open-Active"], to: "Open-Active" },
    merge: { from: ["Open-Active"], to: "Open-Active" },
    endByMerge: {
      from: ["Open-Active"],
      to: "Resolved-Merged",
      text: "By the Merge of another member, which has its points, cards and vouchers from then on.",
    },
    payWithPoints: { from: ["Open-Active"], to: "Open-Active" },
    cancelPayment: { from: ["Open-Active", blocked] },
    unblock: { from: [blocked], to: "Open-Active" },
  },
  created: { shape: ["data.objectInfo.status", "ID", "confirmationNote"], note: "Member registered." },
  refusals: ["Error_Programme_Unknown"],
  key: { field: "ExternalID", repeats: "refuse" },
  indexes: ["JoinDateTime"],
  lookedUpBy: ["EmailAddress", "MobileNumber"],
  searchedBy: ["FullName"],
  awaited: "member",
});

/** A person's own data. The business key, which sales name, and the programme, which owns the balances, stay. */
export const editMember = defineAction({
  name: "Edit",
  target: member,
  transition: "edit",
  right: "edit",
  content: editSchema(member.fields, ["FullName", "EmailAddress", "MobileNumber", "DateOfBirth", "JoinDateTime"]),
  guard: (record) => refuseErased(record["ExternalID"]),
  set: (content) => content,
  refusals: ["Error_Member_Erased"],
  answer: { shape: ["data.objectInfo.status", "confirmationNote"], note: "Member changed." },
});

const content = z.object({
  AdjustBalances: documented(
    contentSchema({
      Amount: requiredAmount(
        { text: "The amount; negative for a deduction, which cannot bring the balance below zero.", example: 25 },
        "Not 0.",
        (amount) => amount !== 0,
        { not: { const: 0 } },
      ),
      Name: requiredText({ text: "The name of the currency to adjust.", example: "Points" }),
      Reason: reason,
    }),
    { text: "What is added to a balance, or taken from it." },
  ),
});

export interface AdjustmentContent {
  readonly AdjustBalances: { readonly Amount: number; readonly Name: string; readonly Reason?: string | undefined };
}

export const addBalance = defineAction({
  name: "AddBalance",
  target: member,
  transition: "adjustBalance",
  right: "adjust",
  isAudited: true,
  content,
  effect: "post-adjustment",
  reason: ({ AdjustBalances }) => AdjustBalances.Reason,
  adjusts: ({ AdjustBalances }) => amountOf(AdjustBalances.Amount),
  refusals: [
    "Error_Member_Erased",
    "Error_Adjustment_TooLarge",
    "Error_Adjustments_Spent",
    "Error_Consent_Missing",
    "Error_Currency_Unknown",
    "Error_Balance_Insufficient",
    "Error_Balance_OutOfRange",
  ],
  answer: { shape: ["data.objectInfo.status", "data.objectInfo.ID", "confirmationNote"], note: "Balance adjusted." },
});

const heldText = "Points are held by a return that waits for its sale: without them, the balance would go below zero.";

/**
 * Posts an adjustment to the book.
 * @param held the points of the balance that returns hold.
 * @throws AppError 422 if a deduction exceeds the balance without held points, or the balance its limit.
 */
export function decideAdjustment(
  { AdjustBalances }: AdjustmentContent,
  target: { id: string; memberId: string; currencyId: string },
  book: Book,
  held: Amount,
): void {
  const { memberId, currencyId, id } = target;
  const amount = amountOf(AdjustBalances.Amount);
  const posting = {
    memberId,
    currencyId,
    type: "Adjustment",
    amount,
    sourceClass: adjustment.class,
    sourceId: id,
    why: whyText({ base: amount, reason: AdjustBalances.Reason }),
  } as const;
  const place = { page: ".AdjustBalances", identifier: ".Amount" };
  const left = book.balanceOf(memberId, currencyId) + amount;
  if (amount < 0n && left < held) {
    const text = left < 0n ? {} : { text: heldText };
    throw new AppError("Error_Balance_Insufficient", [{ code: "Error_Balance_Insufficient", ...place, ...text }]);
  }
  if (!book.fits([posting]))
    throw new AppError("Error_Balance_OutOfRange", [{ code: "Error_Balance_OutOfRange", ...place }]);
  book.post([posting]);
}

export const memberClass = defineClass({
  object: member,
  actions: [
    editMember,
    addBalance,
    ...paymentActions(member),
    ...cardActions(member),
    mergeAction(member),
    ...blockActions(member),
  ],
  views: [
    defineKeyView("GetMemberByBusinessKeys", recordOf(member), "ExternalID"),
    defineListView("MemberList", recordOf(member)),
  ],
});
