import { type Amount, amountMax, fitsAmount, multiplyRounded } from "../amount.ts";
import { type LineFacts, stateOf } from "../earning/earning.earn.ts";
import type { Earning } from "../earning/earning.version.ts";
import type { SaleItem } from "../sale/sale.class.ts";
import { goodsOf, namesSale } from "../sale/sale.goods.ts";

/**
 * The points that a return holds while it waits for a sale: what its lines that name sales would take at the programme's
 * rate. 0 or more.
 */
export function heldPoints(
  items: readonly SaleItem[],
  { products, isParticipating }: Pick<LineFacts, "products" | "isParticipating">,
  { rate, fractionDigits, rounding }: Earning,
): Amount {
  let amount: Amount = 0n;
  for (const item of items)
    if (namesSale(item) && stateOf(products.get(item.ProductCode), isParticipating) === "counts")
      amount += goodsOf(item).amount;
  const points = multiplyRounded(amount, rate, fractionDigits, rounding);
  return fitsAmount(points) ? points : amountMax;
}
