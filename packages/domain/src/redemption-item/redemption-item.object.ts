import { constant, exampleReference, hidden, stored } from "../field.ts";
import { defineObject } from "../object.ts";

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
      text: "Its `ExpirationDateTime` has passed. Lock and Use are refused from that moment. Points and stock do not come back.",
    },
  },
  created: { shape: ["data.objectInfo.status", "ID"], note: "Voucher issued." },
  unique: ["VoucherKey"],
  indexes: ["MemberExternalID", "Redemption", "ExpirationDateTime"],
  listedBy: ["Reward"],
});
