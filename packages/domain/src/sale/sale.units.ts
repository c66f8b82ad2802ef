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
  const shelves = [...groups];
  /** By group, how many of its first lines are known to have no units. */
  const passed = new Map<PriceGroup, number>();
  /** The group's first line that has units. */
  const lineOf = (group: PriceGroup) => {
    let at = passed.get(group) ?? 0;
    while (at < group.lines.length && !hasUnits(group.lines[at] as number)) at += 1;
    passed.set(group, at);
    return group.lines[at];
  };
  return {
    nearest(goods) {
      while (shelves.length > 0) {
        const above = firstNotBelow(shelves, goods);
        const from = Math.max(0, above - 1);
        const near = shelves.slice(from, above + 1).map((shelf) => ({ sold: shelf.sold, line: lineOf(shelf) }));
        const empty = near.findIndex(({ line }) => line === undefined);
        if (empty === -1) return nearestOf(near as Place[], goods);
        shelves.splice(from + empty, 1);
      }
      return undefined;
    },
  };
}

/** A line that has units, and one of its unit price. */
interface Place {
  readonly sold: Goods;
  readonly line: number;
}

/** The position of the first group of lines whose unit price is not below that of these goods. */
function firstNotBelow(groups: readonly { readonly sold: Goods }[], goods: Goods): number {
  let [low, high] = [0, groups.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (comparePrices((groups[middle] as { sold: Goods }).sold, goods) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** @param places one or two, of which the first costs less than the goods, and the second does not. */
function nearestOf(places: readonly Place[], goods: Goods): number {
  const [below, above = below] = places as readonly [Place, Place?];
  const up = (above.sold.amount * goods.quantity - goods.amount * above.sold.quantity) * below.sold.quantity;
  const down = (goods.amount * below.sold.quantity - below.sold.amount * goods.quantity) * above.sold.quantity;
  if (up === down) return Math.min(above.line, below.line);
  return up < down ? above.line : below.line;
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
 * rest, the first of several. What it does not have, the next largest take. If the lines are worth less, each gets its
 * whole amount.
 */
export function spread(reduction: Amount, amounts: readonly Amount[]): Amount[] {
  const total = amounts.reduce((sum, amount) => sum + amount, 0n);
  if (reduction >= total) return [...amounts];
  const shares = amounts.map((amount) => (reduction * amount) / total);
  let rest = reduction - shares.reduce((sum, share) => sum + share, 0n);
  const largestFirst = [...amounts.entries()].sort(([, one], [, other]) => Number(other - one));
  for (const [index, amount] of largestFirst) {
    const share = shares[index] as Amount;
    const more = least(rest, amount - share);
    shares[index] = share + more;
    rest -= more;
  }
  return shares;
}
