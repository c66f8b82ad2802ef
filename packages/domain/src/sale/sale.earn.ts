import { type Amount, amountOf, multiplyRounded } from "../amount.ts";
import type { Programme } from "../programme/programme.ts";
import type { SaleItem } from "./sale.object.ts";

export interface Earned {
  /** Points of the purchase lines, 0 or more. */
  readonly purchase: Amount;
  /** Points that the return lines take back, 0 or less. */
  readonly returned: Amount;
}

/**
 * The programme's rate over the incentivizable lines, rounded once over the purchase lines and once over
 * the return lines.
 */
export function earn(
  items: readonly SaleItem[],
  isIncentivizable: (productCode: string) => boolean,
  programme: Pick<Programme, "earning">,
): Earned {
  let purchases: Amount = 0n;
  let returns: Amount = 0n;
  for (const item of items) {
    if (!isIncentivizable(item.ProductCode)) continue;
    if (item.Quantity > 0) purchases += amountOf(item.TotalAmount);
    else returns += amountOf(item.TotalAmount);
  }
  const { rate, fractionDigits, rounding } = programme.earning;
  return {
    purchase: multiplyRounded(purchases, rate, fractionDigits, rounding),
    returned: multiplyRounded(returns, rate, fractionDigits, rounding),
  };
}
