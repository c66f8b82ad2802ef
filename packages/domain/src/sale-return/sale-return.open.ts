import { type Amount, multiplyRounded } from "../amount.ts";
import { without } from "../sale/sale.goods.ts";
import { type Goods, least, noGoods, openShelf, type Shelf } from "../sale/sale.units.ts";
import type { Award, OriginalSale } from "./sale-return.original.ts";
import {
  allLines,
  loweredAt,
  nothingTaken,
  openRemaining,
  type TakenBefore,
  type TakenPart,
} from "./sale-return.remain.ts";

/** A product as a return names it. */
export interface ReturnedProduct {
  /** The code under which the original sold it. */
  readonly code: string;
  /** It was registered after the original: lines of that code that counted were of another product. */
  readonly isNewer: boolean;
}

/** Points that a line takes, both 0 or more. */
export interface TakenPoints {
  /** Of the original's own entry. */
  readonly points: Amount;
  /** What that entry does not have, or no longer has: its repricing gave it. */
  readonly beyond: Amount;
}

/** An original while a return takes from it. */
export interface OpenOriginal {
  /** By place: what this return and those before it took. */
  readonly taken: ReadonlyMap<number, TakenBefore>;
  takenAt(place: number): TakenBefore;
  /** What units that come back may take of a line. */
  leftOf(line: number): Goods;
  isOf(line: number, product: ReturnedProduct): boolean;
  shelfOf(product: ReturnedProduct): Shelf;
  /** Where a reduction of this product is counted: the product's first line, or `allLines` if it was not sold. */
  placeOf(product: ReturnedProduct): number;
  /** The amount of the lines that a reduction at this place lowers. */
  amountAt(place: number): Amount;
  take(place: number, part: TakenPart): TakenPoints;
}

export function openOriginal(
  original: OriginalSale,
  before: ReadonlyMap<number, TakenBefore> = new Map(),
): OpenOriginal {
  const { award, goods } = original;
  const taken = new Map(before);
  const counting = new Set(award?.lines);
  const repriced = new Set(award?.repriced);
  const shelves = new Map<string, Shelf>();
  const takenAt = (place: number) => taken.get(place) ?? nothingTaken;
  const leftOf = (line: number) => without(goods.lines.get(line) ?? noGoods, takenAt(line));
  const isOf = (line: number, { code, isNewer }: ReturnedProduct) =>
    goods.lines.get(line)?.code === code && !(isNewer && counting.has(line) && !repriced.has(line));
  const remaining = openRemaining(original, counting, taken);
  let own = (award?.points ?? 0n) - [...before.values()].reduce((sum, { points }) => sum + points, 0n);
  return {
    taken,
    takenAt,
    leftOf,
    isOf,
    shelfOf(product) {
      const key = `${product.isNewer}/${product.code}`;
      const hasUnits = (line: number) => leftOf(line).quantity > 0n && isOf(line, product);
      const shelf = shelves.get(key) ?? openShelf(goods.products.get(product.code)?.groups ?? [], hasUnits);
      shelves.set(key, shelf);
      return shelf;
    },
    placeOf(product) {
      const [first = allLines] = goods.products.get(product.code)?.lines ?? [];
      return isOf(first, product) ? first : allLines;
    },
    amountAt: (place) => loweredAt(original, place).amount,
    take(place, part) {
      const earlier = takenAt(place);
      const worth = worthOf(award, remaining.amount());
      const sums = {
        quantity: earlier.quantity + part.quantity,
        amount: earlier.amount + part.amount,
        lowered: earlier.lowered + part.lowered,
        points: earlier.points,
      };
      taken.set(place, sums);
      remaining.note(place, part);
      const lost = worth - worthOf(award, remaining.amount());
      const points = award?.repriced ? least(lost, own) : lost;
      own -= points;
      taken.set(place, { ...sums, points: earlier.points + points });
      return { points, beyond: lost - points };
    },
  };
}

/** The points that what remains of an original is worth. */
export function remainingWorth(original: OriginalSale, taken: ReadonlyMap<number, TakenBefore> = new Map()): Amount {
  const { award } = original;
  return worthOf(award, openRemaining(original, new Set(award?.lines), taken).amount());
}

/**
 * The points that goods of an amount are worth. A return takes the difference of two worths of what is not yet returned,
 * so that returns in any order and split take exactly the whole award in the end. A smaller amount is never worth more,
 * so no return gives a point.
 */
const worthOf = (award: Award | undefined, amount: Amount): Amount =>
  award ? multiplyRounded(amount, award.earning.rate, award.earning.fractionDigits, award.earning.rounding) : 0n;
