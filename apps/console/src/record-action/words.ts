/** How people name an action of the API, and what it does in a sentence. */
export interface ActionWords {
  readonly title: string;
  readonly text?: string;
  /** It takes something away. */
  readonly isDanger?: true;
}

/** By noun and action. Others have the interface's name, spelled as words. */
export const wordsOfActions: Readonly<Record<string, ActionWords>> = {
  "member.AddBalance": {
    title: "Adjust points",
    text: "Posts an entry to the member's ledger at once. A negative amount takes points away, never below 0.",
  },
  "member.Edit": { title: "Edit" },
  "member.Block": {
    title: "Block",
    text: "The member goes on earning. Redemptions are rejected and vouchers refused, until somebody unblocks the member.",
    isDanger: true,
  },
  "member.Unblock": { title: "Unblock", text: "The member can redeem and use vouchers again." },
  "member.AddCard": { title: "Add card", text: "Sales that name the card belong to this member from now on." },
  "member.RemoveCard": {
    title: "Remove card",
    text: "Sales that name the card find no member from now on.",
    isDanger: true,
  },
  "member.Merge": {
    title: "Merge",
    text: "This member stays. The other one's points, cards and later returns become this member's, and the other one ends. This cannot be undone.",
    isDanger: true,
  },
  "member.PayWithPoints": {
    title: "Pay with points",
    text: "Takes points for a purchase, as a till does. The reference names the payment, for ever.",
  },
  "member.CancelPayment": {
    title: "Give a payment back",
    text: "Points of a payment go back to the member: all that are left of it, or a part.",
  },
  "redemption_item.Lock": {
    title: "Lock",
    text: "Holds the voucher for a till: another till cannot use it meanwhile.",
  },
  "redemption_item.Unlock": { title: "Unlock", text: "Any till can use the voucher again." },
  "redemption_item.Use": { title: "Use", text: "The voucher is used up. This cannot be undone." },
  "redemption_item.Cancel": {
    title: "Cancel voucher",
    text: "The points go back to the member, and the code never works again. This cannot be undone.",
    isDanger: true,
  },
  "redemption.Cancel": {
    title: "Cancel redemption",
    text: "Every voucher of it that is not used ends, and its points go back to the member. This cannot be undone.",
    isDanger: true,
  },
  "reward.AddRewardStock": { title: "Add stock" },
  "reward.DeleteObject": {
    title: "End",
    text: "Nobody can redeem it any more. Vouchers that were issued stay valid. This cannot be undone.",
    isDanger: true,
  },
  "product.DeleteObject": {
    title: "Delete",
    text: "Sales of it earn nothing from now on. This cannot be undone.",
    isDanger: true,
  },
  "segment.AddMembers": { title: "Add members", text: "A key a line, at most 1,000. Members who are in it stay." },
  "segment.RemoveMembers": { title: "Remove members", text: "A key a line, at most 1,000." },
  "segment.MarkAsInactive": {
    title: "End",
    text: "Rules for this segment apply to nobody any more. This cannot be undone.",
    isDanger: true,
  },
  "earning_rule.End": {
    title: "End",
    text: "The rule counts for no sale from now on. Sales before keep what it gave. This cannot be undone.",
    isDanger: true,
  },
};

/** Reasons for an adjustment that most programmes know. */
export const reasonsOfAdjustments = ["Goodwill", "Complaint", "Correction", "Missing receipt", "Promotion"];
