import { type Amount, amountOf } from "../amount.ts";
import { groupBy } from "../group.ts";
import type { SaleItem } from "./sale.class.ts";
import { type Goods, groupByPrice, noGoods, openShelf, type Shelf, spread, takeUnits } from "./sale.units.ts";

/** What a line says, without its sign. */
export const goodsOf = ({ Quantity, TotalAmount }: Pick<SaleItem, "Quantity" | "TotalAmount">): Goods => ({
  quantity: magnitude(amountOf(Quantity)),
  amount: magnitude(amountOf(TotalAmount)),
});
const magnitude = (amount: Amount) => (amount < 0n ? -amount : amount);

export const isPurchase = ({ Quantity }: SaleItem) => Quantity > 0;
/** It lowers a price and moves no goods. */
export const isReduction = ({ Quantity }: SaleItem) => Quantity === 0;
export const namesSale = ({ OriginalSaleExternalID: key }: SaleItem) => key !== undefined;

/** What a sale comes to, once its lines have met. */
export interface NetSale {
  /**
   * By position. Of a purchase: what is left of it after voids and reductions. Of a return that names no sale: what it
   * returns beyond what the sale sells of its product. Of other lines: nothing.
   */
  readonly lines: readonly Goods[];
  /** The positions of reductions that are more than the lines that they lower. */
  readonly excessive: readonly number[];
}

const none: readonly number[] = [];

/** The positions of a sale's purchases. */
export const purchasesOf = (items: readonly SaleItem[]): number[] =>
  [...items.keys()].filter((line) => isPurchase(items[line] as SaleItem));

/**
 * Lets the lines of a sale meet. First each void, a negative line that names no sale, takes its units off the lines of
 * its product in this sale: those of the nearest unit price first. Then reductions lower what is left: those of a
 * product that the sale sells lower its lines, and after them the others lower all lines, in proportion.
 */
export function netSale(items: readonly SaleItem[]): NetSale {
  const left: Goods[] = items.map((item) => (isPurchase(item) ? goodsOf(item) : noGoods));
  if (items.every((item) => isPurchase(item) || namesSale(item))) return { lines: left, excessive: none };
  const all = purchasesOf(items);
  const purchases = groupBy(all, codeOf(items));
  takeVoids(items, purchases, left);
  const excessive: number[] = [];
  for (const [code, reductions] of reductionsOf(items, purchases)) {
    const sum = reductions.reduce((total, line) => total + goodsOf(items[line] as SaleItem).amount, 0n);
    if (!lower(left, sum, purchases.get(code) ?? all)) excessive.push(...reductions);
  }
  return { lines: left, excessive: excessive.sort((one, other) => one - other) };
}

const codeOf = (items: readonly SaleItem[]) => (line: number) => (items[line] as SaleItem).ProductCode;

/** The positions of reductions, by the product whose lines they lower. Those that lower all lines have "" and come last. */
function reductionsOf(items: readonly SaleItem[], purchases: ReadonlyMap<string, unknown>) {
  const reductions = [...items.keys()].filter((line) => {
    const item = items[line] as SaleItem;
    return isReduction(item) && !namesSale(item);
  });
  const isOfProduct = (line: number) => purchases.has(codeOf(items)(line));
  const ofProducts = groupBy(reductions.filter(isOfProduct), codeOf(items));
  const ofAll = reductions.filter((line) => !isOfProduct(line));
  return [...ofProducts, ...(ofAll.length > 0 ? [["", ofAll] as const] : [])];
}

function takeVoids(items: readonly SaleItem[], purchases: ReadonlyMap<string, readonly number[]>, left: Goods[]): void {
  const leftOf = (line: number) => left[line] as Goods;
  const shelves = new Map<string, Shelf>();
  const shelfOf = (code: string): Shelf => {
    const known = shelves.get(code);
    if (known) return known;
    const groups = groupByPrice(purchases.get(code) ?? [], (line) => goodsOf(items[line] as SaleItem));
    const shelf = openShelf(groups, (line) => leftOf(line).quantity > 0n);
    shelves.set(code, shelf);
    return shelf;
  };
  for (const [line, item] of items.entries()) {
    if (item.Quantity >= 0 || namesSale(item)) continue;
    const goods = goodsOf(item);
    const shelf = shelfOf(item.ProductCode);
    left[line] = takeUnits(
      goods,
      () => shelf.nearest(goods),
      leftOf,
      (part) => {
        left[part.line] = without(leftOf(part.line), part);
      },
    );
  }
}

export const plus = (one: Goods, other: Goods): Goods => ({
  quantity: one.quantity + other.quantity,
  amount: one.amount + other.amount,
});

export const without = (goods: Goods, part: Goods): Goods => ({
  quantity: goods.quantity - part.quantity,
  amount: goods.amount - part.amount,
});

/** @returns whether the lines were worth the whole reduction. */
function lower(left: Goods[], reduction: Amount, lines: readonly number[]): boolean {
  const amounts = lines.map((line) => (left[line] as Goods).amount);
  const shares = spread(reduction, amounts);
  for (const [index, line] of lines.entries())
    left[line] = without(left[line] as Goods, { quantity: 0n, amount: shares[index] as Amount });
  return reduction <= amounts.reduce((sum, amount) => sum + amount, 0n);
}
