import type { z } from "zod";
import { defineAction } from "../action.ts";
import { type Amount, amountOf, fitsAmount } from "../amount.ts";
import { AppError } from "../error.ts";
import { contentSchema, requiredAmount } from "../field.ts";
import { isStockCounted, reward } from "./reward.object.ts";

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
export const deleteReward = defineAction({
  name: "DeleteObject",
  target: reward,
  transition: "delete",
  right: "deleteObject",
  answer: { shape: ["data.objectInfo.status"], note: "Reward deleted." },
});
