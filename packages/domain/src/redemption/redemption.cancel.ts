import { type ContentOf, contentSchema, optionalText, stored } from "../field.ts";

const reason = {
  text: "Why it is cancelled, for people: without names of customers, since history keeps it for ever.",
  example: "Wrong size",
};
const fields = { Reason: optionalText(reason) };

export type CancelContent = ContentOf<typeof fields>;

/** Why a redemption or one of its items was cancelled. */
export const cancelReasonField = stored("text", {
  text: "Why it was cancelled; empty if its Cancel gave no reason.",
  example: reason.example,
});

/** What a Cancel takes, of a redemption and of an item alike. */
export const cancelContent = {
  content: contentSchema(fields),
  isContentOptional: true,
  set: ({ Reason }: CancelContent) => ({ CancelReason: Reason }),
} as const;
