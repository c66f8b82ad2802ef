import type { Amount } from "../amount.ts";

/** Units and what they cost: what a line sold, or what is left of it. Neither is negative. */
export interface Goods {
  readonly quantity: Amount;
  readonly amount: Amount;
}

export const noGoods: Goods = { quantity: 0n, amount: 0n };
export const least = (one: Amount, other: Amount) => (one < other ? one : other);

/** The lines of a product that were sold at one unit price. */
export interface PriceGroup {
  readonly sold: Goods;
  /** Their positions, ascending. */
  readonly lines: readonly number[];
}

/** Negative if one unit of the first costs less. */
function comparePrices(one: Goods, other: Goods): number {
  const difference = one.amount * other.quantity - other.amount * one.quantity;
  if (difference === 0n) return 0;
  return difference < 0n ? -1 : 1;
}

/** The lines of a product by their unit price, the lowest first. */
export function groupByPrice(lines: readonly number[], soldOf: (line: number) => Goods): PriceGroup[] {
  const sorted = lines
    .map((line) => ({ line, sold: soldOf(line) }))
    .sort((one, other) => comparePrices(one.sold, other.sold) || one.line - other.line);
  const groups: { sold: Goods; lines: number[] }[] = [];
  for (const { line, sold } of sorted) {
    const last = groups.at(-1);
    if (last && comparePrices(last.sold, sold) === 0) last.lines.push(line);
    else groups.push({ sold, lines: [line] });
  }
  return groups;
}

/** The lines of a product that still have units, for units that come back one after the other. */
export interface Shelf {
  /** The line whose unit price is nearest to that of these goods; of two as near, the first. Undefined if none has units. */
  nearest(goods: Goods): number | undefined;
}

/** @param hasUnits asked again for a line until it says no: then the shelf drops the line. */
export function openShelf(groups: readonly PriceGroup[], hasUnits: (line: number) => boolean): Shelf {
  const shelves = groups.map(({ sold, lines }) => ({ sold, lines, next: 0 }));
  /** The group's first line that has units. */
  const firstOf = (index: number): number | undefined => {
    const shelf = shelves[index];
    if (!shelf) return undefined;
    for (; shelf.next < shelf.lines.length; shelf.next += 1) {
      const line = shelf.lines[shelf.next] as number;
      if (hasUnits(line)) return line;
    }
    shelves.splice(index, 1);
    return undefined;
  };
  return {
    nearest(goods) {
      while (shelves.length > 0) {
        const index = nearestIndex(shelves, goods, (at) => shelves[at]?.lines[shelves[at].next] ?? 0);
        const line = firstOf(index);
        if (line !== undefined) return line;
      }
      return undefined;
    },
  };
}

function nearestIndex(shelves: readonly { readonly sold: Goods }[], goods: Goods, lineAt: (index: number) => number) {
  let [low, high] = [0, shelves.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (comparePrices((shelves[middle] as { sold: Goods }).sold, goods) < 0) low = middle + 1;
    else high = middle;
  }
  const [above, below] = [shelves[low], shelves[low - 1]];
  if (!above || !below) return above ? low : low - 1;
  const up = (above.sold.amount * goods.quantity - goods.amount * above.sold.quantity) * below.sold.quantity;
  const down = (goods.amount * below.sold.quantity - below.sold.amount * goods.quantity) * above.sold.quantity;
  if (up === down) return lineAt(low) < lineAt(low - 1) ? low : low - 1;
  return up < down ? low : low - 1;
}

/** What units that come back took of one line. */
export interface Part extends Goods {
  readonly line: number;
}

/**
 * Takes units that come back from the lines that sold them. A line whose last unit comes back loses its whole amount,
 * whatever was refunded; else it loses the refund, as far as it has so much.
 * @param next the line to take from; undefined if no line has units left.
 * @param take makes `leftOf` smaller.
 * @returns what no line had. Without units nothing is left, whatever was refunded.
 */
export function takeUnits(
  goods: Goods,
  next: () => number | undefined,
  leftOf: (line: number) => Goods,
  take: (part: Part) => void,
): Goods {
  let { quantity, amount } = goods;
  while (quantity > 0n) {
    const line = next();
    if (line === undefined) return { quantity, amount };
    const left = leftOf(line);
    const isAll = quantity >= left.quantity;
    const part = {
      line,
      quantity: isAll ? left.quantity : quantity,
      amount: isAll ? left.amount : least(amount, left.amount),
    };
    take(part);
    quantity -= part.quantity;
    amount -= least(amount, part.amount);
  }
  return noGoods;
}

/**
 * Spreads a reduction over lines in proportion to their amounts, in whole ten-thousandths; the largest line takes the
 * rest, the first of several. If the lines are worth less, each gets its whole amount.
 */
export function spread(reduction: Amount, amounts: readonly Amount[]): Amount[] {
  const total = amounts.reduce((sum, amount) => sum + amount, 0n);
  if (reduction >= total) return [...amounts];
  const shares = amounts.map((amount) => (reduction * amount) / total);
  const rest = reduction - shares.reduce((sum, share) => sum + share, 0n);
  const largest = amounts.reduce((best, amount, index) => (amount > (amounts[best] as Amount) ? index : best), 0);
  shares[largest] = least((shares[largest] as Amount) + rest, amounts[largest] as Amount);
  return shares;
}
