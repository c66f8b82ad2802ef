import type { Amount } from "../amount.ts";
import { without } from "../sale/sale.goods.ts";
import { type Goods, noGoods } from "../sale/sale.units.ts";
import type { OriginalSale, SoldLine } from "./sale-return.original.ts";

/** The place of reductions that lower a whole original. */
export const allLines = -1;

/** What returns took at a place of an original: a line, or `allLines`. */
export interface TakenBefore extends TakenPart {
  /** Points of the original's own entry. */
  readonly points: Amount;
}

/** What a line takes at a place. */
export interface TakenPart extends Goods {
  /** The sum of the reductions of the line's product or, at `allLines`, of the whole original. */
  readonly lowered: Amount;
}

export const nothingTaken: TakenBefore = { ...noGoods, lowered: 0n, points: 0n };

/** A line counts for rules only if it has an amount. */
const worthy = (line: Goods): Goods => (line.amount > 0n ? line : noGoods);

/** What some lines of a sale sold together: their amount, and the quantity of those that have an amount. */
export const soldBy = (lines: Iterable<number>, goods: OriginalSale["goods"]): Goods => {
  let [quantity, amount] = [0n, 0n];
  for (const line of lines) {
    const sold = worthy(goods.lines.get(line) ?? noGoods);
    quantity += sold.quantity;
    amount += sold.amount;
  }
  return { quantity, amount };
};

/** The lines that reductions at a place lower, and their sum: all of its product, or all. */
export function loweredAt({ goods }: OriginalSale, place: number): { lines: Iterable<number>; amount: Amount } {
  const line = goods.lines.get(place);
  return (line && goods.products.get(line.code)) ?? { lines: goods.lines.keys(), amount: goods.amount };
}

/** What is left of some lines of an original. */
export interface Remaining {
  /** Their amount, and the quantity of those that have an amount left. */
  goods(): Goods;
  /** Looks again at a place where this was taken. */
  note(place: number, part: TakenPart): void;
}

/** Shares of lines are whole multiples of 10^-16. */
const sharesPerUnit = 10n ** 12n;
/**
 * More than what rounding makes of the shares of all lines of a sale. Amounts that are half a unit, or less by that,
 * are rounded up: else shares that have no end, such as thirds, would take from an exact half.
 */
const slack = 10n ** 4n;

/**
 * Each reduction takes of a line in proportion to what was sold, not to what is left, so that returns and reductions have
 * one result in any order. Shares are not rounded to what an amount can hold, only their sum is: else a larger reduction,
 * which leaves less to round, could take less of a line and give points back.
 * @param counting the lines, and what they sold together.
 * @param taken by place; it changes before `note`.
 */
export function openRemaining(
  original: OriginalSale,
  counting: { readonly lines: ReadonlySet<number>; readonly sold: Goods },
  taken: ReadonlyMap<number, TakenBefore>,
): Remaining {
  const { goods } = original;
  const { shareOf, leftOf } = lookInto(original, taken);
  const lefts = new Map<number, Goods>();
  let [sum, units] = [0n, 0n];
  /** Of the lines that only reductions of the whole original lower: they are looked at together. */
  let others = counting.sold;
  const look = (lines: Iterable<number>) => {
    for (const line of lines) {
      const sold = goods.lines.get(line);
      if (!sold || !counting.lines.has(line)) continue;
      const known = lefts.get(line) ?? noGoods;
      if (known === noGoods) others = without(others, worthy(sold));
      const amount = leftOf(line, sold);
      const quantity = amount > 0n ? sold.quantity - (taken.get(line) ?? nothingTaken).quantity : 0n;
      sum += amount - known.amount;
      units += quantity - known.quantity;
      lefts.set(line, { quantity, amount });
    }
  };
  /** Places whose lines must be looked at: together, when somebody asks. Many reductions then cost one look. */
  const changed = new Map<number, boolean>();
  const note = (place: number, { lowered }: TakenPart) =>
    changed.set(place, (changed.get(place) ?? false) || lowered > 0n);
  const lookAtChanged = () => {
    if (changed.size === 0) return;
    const lines = new Set<number>();
    for (const [place, isLowered] of changed) {
      const own = isLowered && place !== allLines ? loweredAt(original, place).lines : [place];
      for (const line of own) lines.add(line);
    }
    if (changed.has(allLines)) for (const line of lefts.keys()) lines.add(line);
    look(lines);
    changed.clear();
  };
  for (const [place, part] of taken) note(place, part);
  return {
    goods() {
      lookAtChanged();
      const left = others.amount * sharesPerUnit - shareOf(others.amount, allLines, goods.amount);
      return {
        quantity: units + (left > 0n ? others.quantity : 0n),
        amount: (sum + left + sharesPerUnit / 2n + slack) / sharesPerUnit,
      };
    },
    note,
  };
}

/** What is left of single lines, in shares. */
function lookInto({ goods }: OriginalSale, taken: ReadonlyMap<number, TakenBefore>) {
  /** Rounded up, so that lines looked at one by one never have more left than together. */
  const shareOf = (sold: Amount, place: number, total: Amount) => {
    const { lowered } = taken.get(place) ?? nothingTaken;
    return lowered === 0n ? 0n : (lowered * sharesPerUnit * sold + total - 1n) / total;
  };
  const leftOf = (line: number, { amount, code }: SoldLine) => {
    const { lines: [first = line] = [], amount: total = amount } = goods.products.get(code) ?? {};
    const kept = (amount - (taken.get(line) ?? nothingTaken).amount) * sharesPerUnit;
    const left = kept - shareOf(amount, first, total) - shareOf(amount, allLines, goods.amount);
    return left > 0n ? left : 0n;
  };
  return { shareOf, leftOf };
}
