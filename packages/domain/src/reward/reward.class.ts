import type { z } from "zod";
import { defineAction } from "../action.ts";
import { type Amount, amountOf, fitsAmount, unsignedAmountPattern } from "../amount.ts";
import { defineClass } from "../class.ts";
import { defineKeyView, defineListView } from "../data-view.ts";
import { AppError } from "../error.ts";
import {
  amountText,
  constant,
  contentSchema,
  derived,
  optionalText,
  optionalTimestamp,
  origin,
  patternText,
  requiredAmount,
  requiredKey,
  requiredText,
} from "../field.ts";
import { defineObject, deletedStatus } from "../object.ts";
import { recordOf } from "../record.ts";

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
    ExternalID: requiredKey({ text: "The reward's business key: `RewardExternalID` elsewhere.", example: "R-MUG" }),
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

const content = contentSchema({
  RewardQuantity: requiredAmount(
    { text: "How much stock is added.", example: 10 },
    "A whole number of 1 or more.",
    (quantity) => Number.isInteger(quantity) && quantity > 0,
    { type: "integer", minimum: 1, exclusiveMinimum: undefined, description: "A whole number of 1 or more." },
  ),
});

export type AddStockContent = z.output<typeof content>;

export const addRewardStock = defineAction({
  name: "AddRewardStock",
  target: reward,
  transition: "addStock",
  right: "addRewardStock",
  isAudited: true,
  content,
  effect: "add-stock",
  refusals: ["Error_Stock_NotCounted", "Error_Stock_OutOfRange"],
  answer: { shape: ["data.objectInfo.status"], note: "Stock added." },
});

/**
 * How much stock is added, given the type of the reward and all stock added before.
 * @throws AppError 422 if the reward's stock is not counted, or the sum would exceed its limit.
 */
export function decideAddStock({ RewardQuantity }: AddStockContent, rewardType: string, addedBefore: Amount): Amount {
  const identifier = ".RewardQuantity";
  if (!isStockCounted(rewardType))
    throw new AppError("Error_Stock_NotCounted", [{ code: "Error_Stock_NotCounted", identifier }]);
  const quantity = amountOf(RewardQuantity);
  if (!fitsAmount(addedBefore + quantity))
    throw new AppError("Error_Stock_OutOfRange", [{ code: "Error_Stock_OutOfRange", identifier }]);
  return quantity;
}

/** The vouchers of a deleted reward stay valid. */
const deleteReward = defineAction({
  name: "DeleteObject",
  target: reward,
  transition: "delete",
  right: "deleteObject",
  answer: { shape: ["data.objectInfo.status"], note: "Reward deleted." },
});

export const rewardClass = defineClass({
  object: reward,
  actions: [addRewardStock, deleteReward],
  views: [
    defineKeyView("GetRewardByBusinessKeys", recordOf(reward), "ExternalID"),
    defineListView("RewardList", recordOf(reward)),
  ],
});
