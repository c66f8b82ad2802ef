import { type AddStockContent, amountOf, decideAddStock, formatAmount } from "@rewards/domain";
import type { EffectWriter } from "../object/object.types.ts";

export const addStock: EffectWriter = async (tx, record, { id, content }) => {
  const [row] = await tx<{ added: string }[]>`select added from stock where reward_id = ${id} for update`;
  if (!row) throw new Error("a reward without its row of stock");
  const quantity = formatAmount(
    decideAddStock(content as AddStockContent, String(record["RewardType"]), amountOf(row.added)),
  );
  await tx`update stock set added = added + ${quantity}, available = available + ${quantity} where reward_id = ${id}`;
};
