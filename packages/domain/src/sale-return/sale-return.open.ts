import { type Amount, multiplyRounded } from "../amount.ts";
import { without } from "../sale/sale.goods.ts";
import { type Goods, least, noGoods, openShelf, type PriceGroup, type Shelf, spread } from "../sale/sale.units.ts";
import type { Award, OriginalSale } from "./sale-return.original.ts";

/** The place of reductions that lower a whole original. */
export const allLines = -1;

/** What returns took at a place of an original: a line, or `allLines`. */
export interface TakenBefore extends TakenPart {
  /** Points of the original's own entry. */
  readonly points: Amount;
}

/** What a line takes at a place. */
interface TakenPart extends Goods {
  /** The sum of the reductions of the line's product or, at `allLines`, of the whole original. */
  readonly lowered: Amount;
}

/** Points that a line takes, both 0 or more. */
export interface TakenPoints {
  /** Of the original's own entry. */
  readonly points: Amount;
  /** What that entry does not have, or no longer has: its repricing gave it. */
  readonly beyond: Amount;
}

const nothingTaken: TakenBefore = { ...noGoods, lowered: 0n, points: 0n };

/** An original while a return takes from it. */
export interface OpenOriginal {
  /** By place: what this return and those before it took. */
  readonly taken: ReadonlyMap<number, TakenBefore>;
  takenAt(place: number): TakenBefore;
  /** What units that come back may take of a line. */
  leftOf(line: number): Goods;
  isOfCode(line: number, code: string): boolean;
  /** @param isNewer leaves out the lines that counted when the sale was posted. */
  shelfOf(code: string, isNewer: boolean): Shelf;
  /** Where a reduction of this product is counted: the product's first line, or `allLines` if it was not sold. */
  placeOf(code: string): number;
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
  const groupsOf = (code: string): readonly PriceGroup[] => goods.products.get(code) ?? [];
  const remaining = openRemaining(original, counting, taken);
  let own = (award?.points ?? 0n) - [...before.values()].reduce((sum, { points }) => sum + points, 0n);
  return {
    taken,
    takenAt,
    leftOf,
    isOfCode: (line, code) => groupsOf(code).some(({ lines }) => lines.includes(line)),
    shelfOf(code, isNewer) {
      const hasUnits = (line: number) =>
        leftOf(line).quantity > 0n && !(isNewer && counting.has(line) && !repriced.has(line));
      const key = `${isNewer}/${code}`;
      const shelf = shelves.get(key) ?? openShelf(groupsOf(code), hasUnits);
      shelves.set(key, shelf);
      return shelf;
    },
    placeOf: (code) => groupsOf(code).reduce((first, { lines }) => firstOf(first, lines[0]), allLines),
    amountAt: (place) => sumOf(linesAt(original, place).map((line) => goods.lines.get(line) as Goods)),
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

const firstOf = (first: number, line = first) => (first === allLines || line < first ? line : first);
const sumOf = (goods: Iterable<Goods>) => [...goods].reduce((sum, { amount }) => sum + amount, 0n);

/** The lines that reductions at a place lower: all of its product, or all. */
function linesAt({ goods }: OriginalSale, place: number): readonly number[] {
  if (place === allLines) return [...goods.lines.keys()];
  const ofProduct = [...goods.products.values()].find((groups) => groups.some(({ lines }) => lines.includes(place)));
  return ofProduct?.flatMap(({ lines }) => lines).toSorted((one, other) => one - other) ?? [];
}

/**
 * The amount that is left of the lines that counted. What reductions take of a line depends on what was sold alone, not
 * on what came back before, so that returns and reductions have one result in any order.
 */
function openRemaining(
  original: OriginalSale,
  counting: ReadonlySet<number>,
  taken: ReadonlyMap<number, TakenBefore>,
): { amount(): Amount; note(place: number, part: TakenPart): void } {
  const { lines, counted } = original.goods;
  let returned = sumOf([...taken].flatMap(([line, goods]) => (counting.has(line) ? [goods] : [])));
  let shares: ReadonlyMap<number, Amount> | undefined;
  let isLowered = [...taken.values()].some(({ lowered }) => lowered > 0n);
  const leftOf = (line: number) => {
    shares ??= sharesOf(original, taken);
    const left = (lines.get(line)?.amount ?? 0n) - (taken.get(line)?.amount ?? 0n) - (shares.get(line) ?? 0n);
    return left > 0n ? left : 0n;
  };
  return {
    amount: () => (isLowered ? [...counting].reduce((sum, line) => sum + leftOf(line), 0n) : counted - returned),
    note(place, { amount, lowered }) {
      if (counting.has(place)) returned += amount;
      if (lowered === 0n) return;
      isLowered = true;
      shares = undefined;
    },
  };
}

/** What reductions take of each line, in proportion to what was sold. */
function sharesOf(original: OriginalSale, taken: ReadonlyMap<number, TakenBefore>): Map<number, Amount> {
  const shares = new Map<number, Amount>();
  for (const [place, { lowered }] of taken) {
    if (lowered === 0n) continue;
    const lines = linesAt(original, place);
    const amounts = lines.map((line) => (original.goods.lines.get(line) as Goods).amount);
    for (const [index, share] of spread(lowered, amounts).entries()) {
      const line = lines[index] as number;
      shares.set(line, (shares.get(line) ?? 0n) + share);
    }
  }
  return shares;
}

/**
 * The points that goods of an amount are worth. A return takes the difference of two worths of what is not yet returned,
 * so that returns in any order and split take exactly the whole award in the end. A smaller amount is never worth more,
 * so no return gives a point.
 */
const worthOf = (award: Award | undefined, amount: Amount): Amount =>
  award ? multiplyRounded(amount, award.earning.rate, award.earning.fractionDigits, award.earning.rounding) : 0n;
