import { unsignedAmountPattern } from "../amount.ts";
import {
  amountText,
  constant,
  derived,
  optionalText,
  optionalTimestamp,
  origin,
  patternText,
  requiredText,
} from "../field.ts";
import { defineObject, deletedStatus } from "../object.ts";

/** The type of rewards that are never issued beyond their stock. An absent or empty type means the same. */
export const countedRewardType = "stock_control";

/** Rewards of any other type are issued without limit, and their stock is not counted. */
export function isStockCounted(rewardType: string): boolean {
  return rewardType === countedRewardType || rewardType === "";
}

export const reward = defineObject({
  class: "Reward",
  path: "Reward",
  noun: "reward",
  idPrefix: "REW",
  fields: {
    Origin: origin(),
    Name: requiredText({ text: "The reward's name.", example: "Coffee mug" }),
    ExternalID: requiredText({ text: "The reward's business key: `RewardExternalID` elsewhere.", example: "R-MUG" }),
    RewardType: optionalText(
      {
        text: "`stock_control`: vouchers are limited by the stock. Stock is not counted for other types.",
        example: countedRewardType,
      },
      undefined,
      countedRewardType,
    ),
    RewardExpiration: optionalTimestamp({
      text: "The reward cannot be redeemed from this instant on.",
      example: "2027-12-31T23:59:59.000Z",
    }),
    RewardCost: amountText(
      {
        text: "The price of one unit, in the first currency of the member's programme; empty if it is free.",
        example: "100",
      },
      "0 or more.",
      (cost) => cost >= 0n,
      unsignedAmountPattern,
    ),
    DaysAvailable: patternText(
      {
        text: "The number of days that a voucher is valid, at most until RewardExpiration; empty for no limit in days.",
        example: "30",
      },
      "A whole number of days from 0 to 36500, as a string.",
      /^(?:[0-2]?\d{1,4}|3[0-5]\d{3}|36[0-4]\d{2}|36500)$/,
    ),
    Prices: constant("list", [], { text: "Always empty." }),
    QuantityAvailable: derived("amount", { text: "The stock that is left.", example: 9 }),
    RewardQuantity: derived("amount", { text: "All stock that was ever added.", example: 10 }),
  },
  initial: "Open-Active",
  transitions: {
    addStock: { from: ["Open-Active"], to: "Open-Active" },
    delete: { from: ["Open-Active"], to: deletedStatus, text: "Vouchers that were issued stay valid." },
  },
  created: { shape: ["data.objectInfo.status", "data.objectInfo.content", "ID"], note: "Reward created." },
  key: { field: "ExternalID", repeats: "refuse" },
  createdContent: (content) => ({
    classID: "Reward",
    Name: content.Name,
    DaysAvailable: content.DaysAvailable,
    RewardExpiration: content.RewardExpiration,
    RewardCost: content.RewardCost,
    ExternalID: content.ExternalID,
    RewardType: content.RewardType,
    Prices: [],
    QuantityAvailable: "",
  }),
});
