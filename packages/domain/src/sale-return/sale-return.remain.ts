import type { Amount } from "../amount.ts";
import { plus, without } from "../sale/sale.goods.ts";
import { type Goods, noGoods } from "../sale/sale.units.ts";
import { type Counting, type SoldLine, worthy } from "./sale-return.counting.ts";
import type { OriginalSale } from "./sale-return.original.ts";

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

/** What reductions at a place lower: the lines of its product, or all. */
export function soldAt({ goods }: Pick<OriginalSale, "goods">, place: number): Amount {
  const line = goods.lines.get(place);
  return (line && goods.products.get(line.code))?.amount ?? goods.amount;
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
 * @param lines positions of those that count.
 * @param taken by place; it changes before `note`.
 */
export function openRemaining(
  original: OriginalSale,
  lines: readonly number[],
  taken: ReadonlyMap<number, TakenBefore>,
): Remaining {
  const { leftOf, leftTogether } = lookInto(original, taken);
  const places = openPlaces(original.goods, original.goods.counting(lines));
  const [ofLines, ofGroups] = [openSum(leftOf), openSum((place) => leftTogether(place, places.groupAt(place)))];
  /** Places to look at when somebody asks, together: many reductions then cost one look. */
  const changed = new Map<number, Change>([[allLines, { isLowered: true, hasUnits: false }]]);
  const note = (place: number, { lowered, quantity, amount }: TakenPart) => {
    const { isLowered = false, hasUnits = false } = changed.get(place) ?? {};
    changed.set(place, {
      isLowered: isLowered || lowered > 0n,
      hasUnits: hasUnits || quantity > 0n || amount > 0n,
    });
  };
  for (const [place, part] of taken) note(place, part);
  return {
    goods() {
      if (changed.size > 0) {
        const { lines: single, groups } = places.change(changed);
        changed.clear();
        ofLines.look(single);
        ofGroups.look(groups);
      }
      const { quantity, amount } = plus(ofLines.sum(), ofGroups.sum());
      return { quantity, amount: (amount + sharesPerUnit / 2n + slack) / sharesPerUnit };
    },
    note,
  };
}

/** What happened at a place: reductions came, or units of the line came back. */
interface Change {
  readonly isLowered: boolean;
  readonly hasUnits: boolean;
}

/** A sum of goods that changes at single places. */
function openSum(goodsAt: (place: number) => Goods) {
  const known = new Map<number, Goods>();
  let sum = noGoods;
  return {
    sum: () => sum,
    look(places: Iterable<number>): void {
      for (const place of places) {
        const goods = goodsAt(place);
        sum = plus(without(sum, known.get(place) ?? noGoods), goods);
        known.set(place, goods);
      }
    },
  };
}

/**
 * Which lines are looked at one by one, those of which units came back, and which together: the others of each product
 * that was lowered, at its first line, and all the rest, at `allLines`. So a look does not cost more for more lines.
 */
function openPlaces({ lines, products }: OriginalSale["goods"], counting: Counting) {
  const groups = new Map([[allLines, counting.sold]]);
  const singles = new Map<string, Set<number>>();
  /** By product code: what its lines that are not single sold. */
  const others = new Map<string, Goods>();
  const othersOf = (code: string) => others.get(code) ?? counting.ofProduct.get(code) ?? noGoods;
  const firstOf = (code: string) => products.get(code)?.lines[0] ?? allLines;
  const groupAt = (place: number) => groups.get(place) ?? noGoods;

  /** @returns the place of its group. */
  function singleOut(line: number, { code, ...sold }: SoldLine): number {
    const place = groups.has(firstOf(code)) ? firstOf(code) : allLines;
    const own = singles.get(code) ?? new Set();
    if (own.has(line)) return place;
    singles.set(code, own.add(line));
    others.set(code, without(othersOf(code), worthy(sold)));
    groups.set(place, without(groupAt(place), worthy(sold)));
    return place;
  }
  function change(changed: ReadonlyMap<number, Change>) {
    const seen = { lines: new Set<number>(), groups: new Set<number>() };
    for (const [place, { isLowered, hasUnits }] of changed) {
      const sold = lines.get(place);
      if (hasUnits && sold && counting.has(place)) {
        seen.groups.add(singleOut(place, sold));
        seen.lines.add(place);
      }
      if (!isLowered) continue;
      if (sold && !groups.has(place)) {
        groups.set(place, othersOf(sold.code));
        groups.set(allLines, without(groupAt(allLines), groupAt(place)));
        seen.groups.add(allLines);
      }
      for (const group of sold ? [place] : groups.keys()) seen.groups.add(group);
      for (const own of sold ? [singles.get(sold.code) ?? []] : singles.values())
        for (const line of own) seen.lines.add(line);
    }
    return seen;
  }
  return { groupAt, change };
}

/** What is left of lines, in shares. */
function lookInto({ goods }: OriginalSale, taken: ReadonlyMap<number, TakenBefore>) {
  const takenAt = (place: number) => taken.get(place) ?? nothingTaken;
  /** Rounded up, so that lines looked at one by one never have more left than together. */
  const shareOf = (sold: Amount, place: number, total: Amount) => {
    const { lowered } = takenAt(place);
    return lowered === 0n ? 0n : (lowered * sharesPerUnit * sold + total - 1n) / total;
  };
  const ofAll = (sold: Amount) => shareOf(sold, allLines, goods.amount);
  const orNothing = (quantity: Amount, amount: Amount): Goods => (amount > 0n ? { quantity, amount } : noGoods);
  return {
    leftOf(line: number): Goods {
      const { code, ...sold } = goods.lines.get(line) as SoldLine;
      const { lines: [first = line] = [], amount: total = sold.amount } = goods.products.get(code) ?? {};
      const kept = without(sold, takenAt(line));
      const shares = shareOf(sold.amount, first, total) + ofAll(sold.amount);
      return orNothing(kept.quantity, kept.amount * sharesPerUnit - shares);
    },
    leftTogether(place: number, { quantity, amount }: Goods): Goods {
      const own = place === allLines ? 0n : shareOf(amount, place, soldAt({ goods }, place));
      return orNothing(quantity, amount * sharesPerUnit - own - ofAll(amount));
    },
  };
}
