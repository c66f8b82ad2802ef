import { plus } from "../sale/sale.goods.ts";
import { type Goods, noGoods } from "../sale/sale.units.ts";

/** A purchase of an original. */
export interface SoldLine extends Goods {
  readonly code: string;
}

/** Lines of a sale that count together: for the rate, or for a rule. */
export interface Counting {
  has(line: number): boolean;
  /** What they sold: their amount, and the quantity of those that have an amount. */
  readonly sold: Goods;
  /** The same of the lines of each product, by its code. */
  readonly ofProduct: ReadonlyMap<string, Goods>;
}

/** A line counts for rules only if it has an amount. */
export const worthy = (line: Goods): Goods => (line.amount > 0n ? line : noGoods);

function countLines(lines: readonly number[], soldLines: ReadonlyMap<number, SoldLine>): Counting {
  const counts = new Uint8Array(lines.reduce((last, line) => Math.max(last, line), -1) + 1);
  const ofProduct = new Map<string, Goods>();
  for (const line of lines) {
    const sold = soldLines.get(line);
    if (!sold) continue;
    counts[line] = 1;
    ofProduct.set(sold.code, plus(ofProduct.get(sold.code) ?? noGoods, worthy(sold)));
  }
  return { has: (line) => counts[line] === 1, sold: [...ofProduct.values()].reduce(plus, noGoods), ofProduct };
}

/** Counts the lines of an array once: returns that name one sale ask for the same array. */
export function countOnce(soldLines: ReadonlyMap<number, SoldLine>): (lines: readonly number[]) => Counting {
  const known = new WeakMap<readonly number[], Counting>();
  return (lines) => {
    const counting = known.get(lines) ?? countLines(lines, soldLines);
    known.set(lines, counting);
    return counting;
  };
}
