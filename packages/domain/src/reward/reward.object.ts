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
    Name: requiredText(),
    ExternalID: requiredText(),
    RewardType: optionalText(undefined, countedRewardType),
    RewardExpiration: optionalTimestamp(),
    RewardCost: amountText("0 or more.", (cost) => cost >= 0n, unsignedAmountPattern),
    DaysAvailable: patternText(
      "A whole number of days from 0 to 36500, as a string.",
      /^(?:[0-2]?\d{1,4}|3[0-5]\d{3}|36[0-4]\d{2}|36500)$/,
    ),
    Prices: constant("list", []),
    QuantityAvailable: derived("amount"),
    RewardQuantity: derived("amount"),
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
