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

/** The reward type that is never issued beyond its stock, and what an absent or empty type means. */
export const countedRewardType = "stock_control";

/** Rewards of any other type are issued without limit, and no stock is kept of them. */
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
        text: "`stock_control`: never issued beyond its stock. Of any other type no stock is counted.",
        example: countedRewardType,
      },
      undefined,
      countedRewardType,
    ),
    RewardExpiration: optionalTimestamp({
      text: "From then on the reward cannot be redeemed.",
      example: "2027-12-31T23:59:59.000Z",
    }),
    RewardCost: amountText(
      { text: "What one costs, in the first currency of the member's programme; empty: nothing.", example: "100" },
      "0 or more.",
      (cost) => cost >= 0n,
      unsignedAmountPattern,
    ),
    DaysAvailable: patternText(
      { text: "For how many days a voucher of it is valid; empty: no limit of its own.", example: "30" },
      "A whole number of days from 0 to 36500, as a string.",
      /^(?:[0-2]?\d{1,4}|3[0-5]\d{3}|36[0-4]\d{2}|36500)$/,
    ),
    Prices: constant("list", [], { text: "Always empty." }),
    QuantityAvailable: derived("amount", { text: "What is left of the stock.", example: 9 }),
    RewardQuantity: derived("amount", { text: "All stock ever added.", example: 10 }),
  },
  initial: "Open-Active",
  transitions: {
    addStock: { from: ["Open-Active"], to: "Open-Active" },
    delete: { from: ["Open-Active"], to: deletedStatus },
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
