import { constant, hidden, stored } from "../field.ts";
import { defineObject } from "../object.ts";

const open = ["Open-Available With Expiry", "Open-Active"];

/** One line of a completed redemption: what a voucher code stands for. Minted by the worker, never created by a call. */
export const redemptionItem = defineObject({
  class: "RedemptionItemCase",
  path: null,
  noun: "redemption_item",
  idPrefix: "ITEM",
  fields: {
    Name: stored("text"),
    Quantity: stored("amount"),
    Reward: stored("reference", "Reward"),
    Redemption: stored("reference", "RedemptionCase"),
    VoucherCode: stored("text"),
    ExpirationDateTime: stored("timestamp"),
    IsInstantRedemption: constant("boolean", false),
    VoucherKey: hidden("text"),
    MemberExternalID: hidden("text"),
  },
  initial: "Open-Available With Expiry",
  transitions: {
    lock: { from: ["Open-Available With Expiry"], to: "Open-Active" },
    use: { from: open, to: "Resolved-Completed" },
    expire: { from: open, to: "Resolved-Expired" },
  },
  created: { shape: ["data.objectInfo.status", "ID"], note: "Voucher issued." },
  unique: ["VoucherKey"],
  indexes: ["MemberExternalID", "Redemption", "ExpirationDateTime"],
  listedBy: ["Reward"],
});
