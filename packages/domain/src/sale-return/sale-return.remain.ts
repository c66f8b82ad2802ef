import type { Amount } from "../amount.ts";
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

/** The lines that reductions at a place lower, and their sum: all of its product, or all. */
export function loweredAt({ goods }: OriginalSale, place: number): { lines: Iterable<number>; amount: Amount } {
  const line = goods.lines.get(place);
  return (line && goods.products.get(line.code)) ?? { lines: goods.lines.keys(), amount: goods.amount };
}

/** The amount that is left of the lines of an original that counted. */
export interface Remaining {
  amount(): Amount;
  /** Looks again at a place where this was taken. */
  note(place: number, part: TakenPart): void;
}

/** Shares of lines are whole multiples of 10^-16. */
const sharesPerUnit = 10n ** 12n;

/**
 * Each reduction takes of a line in proportion to what was sold, not to what is left, so that returns and reductions have
 * one result in any order. Shares are not rounded to what an amount can hold, only their sum is: else a larger reduction,
 * which leaves less to round, could take less of a line and give points back.
 * @param taken by place; it changes before `note`.
 */
export function openRemaining(
  original: OriginalSale,
  counting: ReadonlySet<number>,
  taken: ReadonlyMap<number, TakenBefore>,
): Remaining {
  const { goods } = original;
  const lefts = new Map<number, bigint>();
  let sum = 0n;
  /** Of the lines that only reductions of the whole original lower: they are looked at together. */
  let others = goods.counted;
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
  const look = (lines: Iterable<number>) => {
    for (const line of lines) {
      const sold = goods.lines.get(line);
      if (!sold || !counting.has(line)) continue;
      const [known, left] = [lefts.get(line), leftOf(line, sold)];
      if (known === undefined) others -= sold.amount;
      sum += left - (known ?? 0n);
      lefts.set(line, left);
    }
  };
  const lookAt = (place: number, { lowered }: TakenPart) => {
    if (lowered === 0n) look([place]);
    else look(place === allLines ? [...lefts.keys()] : loweredAt(original, place).lines);
  };
  for (const [place, part] of taken) lookAt(place, part);
  return {
    amount() {
      const left = sum + others * sharesPerUnit - shareOf(others, allLines, goods.amount);
      return (left + sharesPerUnit / 2n) / sharesPerUnit;
    },
    note: lookAt,
  };
}
