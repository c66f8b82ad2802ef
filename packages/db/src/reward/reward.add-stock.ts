import { type AddStockContent, amountOf, changeOf, decideAddStock, formatAmount, showAmount } from "@rewards/domain";
import type { EffectWriter } from "../object/object.types.ts";

export const addStock: EffectWriter = async (tx, record, { id, content }) => {
  const [row] = await tx<{ added: string }[]>`select added from stock where reward_id = ${id} for update`;
  if (!row) throw new Error("the reward has no stock row");
  const before = amountOf(row.added);
  const quantity = decideAddStock(content as AddStockContent, String(record["RewardType"]), before);
  const added = formatAmount(quantity);
  await tx`update stock set added = added + ${added}, available = available + ${added} where reward_id = ${id}`;
  return changeOf("RewardQuantity", showAmount(before), showAmount(before + quantity));
};
