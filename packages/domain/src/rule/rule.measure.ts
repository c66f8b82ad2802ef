import { type Amount, amountOf, multiplyRounded, roundProduct, roundTriple } from "../amount.ts";
import type { Earning } from "../earning/earning.version.ts";
import { type Goods, least, noGoods } from "../sale/sale.units.ts";
import type { CompiledRule } from "./rule.text.ts";

/**
 * What is left of these lines of a sale, together: their amount, and the quantity of those that have an amount left.
 * Fewer goods never make either larger.
 */
export type GoodsOf = (lines: readonly number[]) => Goods;

/** @param goods what is left of a sale, by position. */
export const goodsAt =
  (goods: readonly Goods[]): GoodsOf =>
  (lines) => {
    let [quantity, amount] = [0n, 0n];
    for (const line of lines) {
      const left = goods[line] ?? noGoods;
      if (left.amount === 0n) continue;
      quantity += left.quantity;
      amount += left.amount;
    }
    return { quantity, amount };
  };

const one = amountOf("1");

type Measure = (goods: Goods, factor: Amount, earning: Earning) => Amount;
const gains: Readonly<Record<CompiledRule["gain"]["kind"], Measure>> = {
  multiplier: ({ amount }, factor, { rate, fractionDigits, rounding }) =>
    roundTriple(amount * rate * (factor - one), fractionDigits, rounding),
  rate: ({ amount }, factor, { fractionDigits, rounding }) => multiplyRounded(amount, factor, fractionDigits, rounding),
  perQuantity: ({ quantity }, factor, { fractionDigits, rounding }) =>
    multiplyRounded(quantity, factor, fractionDigits, rounding),
  bonus: (_, factor, { fractionDigits, rounding }) => roundProduct(one * factor, fractionDigits, rounding),
};

const steps: Readonly<Record<NonNullable<CompiledRule["every"]>["kind"], (goods: Goods) => Amount>> = {
  quantity: ({ quantity }) => quantity,
  spend: ({ amount }) => amount,
  visits: () => one,
};

/**
 * The measure of a rule: its points or, with `every`, what it adds to its sum; 0 or more. Fewer goods never measure more.
 * @param goods of the lines that count for it.
 */
export function measureRule(rule: CompiledRule, goods: Goods, earning: Earning): Amount {
  const { gain, cap, every } = rule;
  if (goods.amount === 0n || goods.amount < rule.minimumSpend || goods.quantity < rule.minimumQuantity) return 0n;
  if (every) return steps[every.kind](goods);
  const points = gains[gain.kind](goods, gain.amount, earning);
  return cap?.per === "sale" ? least(points, cap.points) : points;
}
