import { type Amount, type Rounding, showAmount } from "../amount.ts";
import type { SaleItem } from "../sale/sale.class.ts";
import { goodsOf, isPurchase, isReduction, type NetSale, namesSale } from "../sale/sale.goods.ts";
import type { Goods } from "../sale/sale.units.ts";
import type { Counted, EarningLine, LineState, ProductFacts } from "./earning.rule.ts";
import type { Earning } from "./earning.version.ts";

/** What decides whether a line counts. */
export interface LineFacts {
  /** By product code; codes that are not registered are absent. */
  readonly products: ReadonlyMap<string, ProductFacts>;
  readonly isParticipating: boolean;
  /** Whether a line goes to the sale that it names. */
  readonly isLinked: (item: SaleItem) => boolean;
}

/** The lines of a sale, each with its product, what is left of it, and whether it counts. */
export function linesOf(items: readonly SaleItem[], net: NetSale, facts: LineFacts): EarningLine[] {
  return items.map((item, line) => {
    const goods = isUnlinked(item, facts) ? goodsOf(item) : (net.lines[line] as Goods);
    const product = facts.products.get(item.ProductCode);
    const state = kindOf(item, goods, facts) ?? stateOf(product, facts.isParticipating);
    return { item, amount: goods.amount, product, state };
  });
}

/** It names a sale that did not come in time, and so is a return without a sale. */
const isUnlinked = (item: SaleItem, { isLinked }: LineFacts) => namesSale(item) && !isLinked(item);

/** Undefined for purchases, and for returns without a sale that no purchase of this one covers. */
function kindOf(item: SaleItem, { quantity }: Goods, facts: LineFacts): LineState | undefined {
  if (isPurchase(item) || isUnlinked(item, facts)) return undefined;
  if (namesSale(item)) return "linked";
  if (isReduction(item)) return "reduction";
  return quantity === 0n ? "void" : undefined;
}

/** Whether a line of this product counts. */
export function stateOf(product: ProductFacts | undefined, isParticipating: boolean): LineState {
  if (!isParticipating) return "store-out";
  if (!product) return "product-unknown";
  return product.isIncentivizable ? "counts" : "product-out";
}

const roundingTexts: Readonly<Record<Rounding, string>> = {
  "toward-zero": "rounded toward zero",
  "half-up": "rounded half up",
  "away-from-zero": "rounded away from zero",
};

/** `rounded half up to 2 decimals`. */
export const roundingText = ({ rounding, fractionDigits }: Earning) =>
  `${roundingTexts[rounding]} to ${fractionDigits} decimals`;

/** What the programme's rate makes of an amount, in words: `120.5 x 1 points, rounded toward zero to 0 decimals`. */
export const describeBase = (amount: Amount, earning: Earning) =>
  `${showAmount(amount)} x ${showAmount(earning.rate)} points, ${roundingText(earning)}`;

/** The lines of this kind that count; undefined if there are none. */
export function countedLines(
  lines: readonly EarningLine[],
  isOfKind: (item: SaleItem) => boolean,
): Counted | undefined {
  const counted: number[] = [];
  let amount: Amount = 0n;
  for (const [position, line] of lines.entries()) {
    if (line.state !== "counts" || !isOfKind(line.item)) continue;
    counted.push(position);
    amount += line.amount;
  }
  return counted.length > 0 ? { lines: counted, amount } : undefined;
}
