import { type Amount, multiplyRounded } from "../amount.ts";
import { without } from "../sale/sale.goods.ts";
import { type Goods, noGoods, openShelf, type PriceGroup, type Shelf, spread } from "../sale/sale.units.ts";
import type { Award, OriginalSale } from "./sale-return.original.ts";

/** The place of reductions that lower a whole original. */
export const allLines = -1;

/** What returns took at a place of an original: a line, or `allLines`. */
export interface TakenBefore extends Goods {
  /** The sum of the reductions of the line's product or, at `allLines`, of the whole original. */
  readonly lowered: Amount;
}

const nothingTaken: TakenBefore = { ...noGoods, lowered: 0n };

/** An original while a return takes from it. */
export interface OpenOriginal {
  /** By place: what this return and those before it took. */
  readonly taken: ReadonlyMap<number, TakenBefore>;
  takenAt(place: number): TakenBefore;
  /** What units that come back may take of a line. */
  leftOf(line: number): Goods;
  isOfCode(line: number, code: string): boolean;
  /** @param isNewer leaves out the lines that counted. */
  shelfOf(code: string, isNewer: boolean): Shelf;
  /** Where a reduction of this product is counted: the product's first line, or `allLines` if it was not sold. */
  placeOf(code: string): number;
  /** The amount of the lines that a reduction at this place lowers. */
  amountAt(place: number): Amount;
  /** @returns the points that this takes. */
  take(place: number, part: TakenBefore): Amount;
}

export function openOriginal(
  original: OriginalSale,
  before: ReadonlyMap<number, TakenBefore> = new Map(),
): OpenOriginal {
  const { award, goods } = original;
  const taken = new Map(before);
  const counting = new Set(award?.lines);
  const shelves = new Map<string, Shelf>();
  const takenAt = (place: number) => taken.get(place) ?? nothingTaken;
  const leftOf = (line: number) => without(goods.lines.get(line) ?? noGoods, takenAt(line));
  const groupsOf = (code: string): readonly PriceGroup[] => goods.products.get(code) ?? [];
  let places: ReadonlyMap<number, readonly number[]> | undefined;
  const linesAt = (place: number) => {
    places ??= linesByPlace(goods);
    return places.get(place) ?? [];
  };
  const remaining = openRemaining(original, { counting, taken, linesAt });
  return {
    taken,
    takenAt,
    leftOf,
    isOfCode: (line, code) => groupsOf(code).some(({ lines }) => lines.includes(line)),
    shelfOf(code, isNewer) {
      const hasUnits = (line: number) => leftOf(line).quantity > 0n && !(isNewer && counting.has(line));
      const key = `${isNewer}/${code}`;
      const shelf = shelves.get(key) ?? openShelf(groupsOf(code), hasUnits);
      shelves.set(key, shelf);
      return shelf;
    },
    placeOf: (code) => groupsOf(code).reduce((first, { lines }) => firstOf(first, lines[0]), allLines),
    amountAt: (place) => sumOf(linesAt(place).map((line) => goods.lines.get(line) as Goods)),
    take(place, part) {
      const earlier = takenAt(place);
      const worth = award ? worthOf(award, remaining.amount()) : 0n;
      remaining.set(place, {
        quantity: earlier.quantity + part.quantity,
        amount: earlier.amount + part.amount,
        lowered: earlier.lowered + part.lowered,
      });
      return award ? worth - worthOf(award, remaining.amount()) : 0n;
    },
  };
}

const firstOf = (first: number, line = first) => (first === allLines || line < first ? line : first);
const sumOf = (goods: Iterable<Goods>) => [...goods].reduce((sum, { amount }) => sum + amount, 0n);

/** By place: the lines that its reductions lower, all of the product whose first line it is, or all. */
function linesByPlace({ lines, products }: OriginalSale["goods"]): ReadonlyMap<number, readonly number[]> {
  const ofProducts = [...products.values()].map((groups) =>
    groups.flatMap((group) => group.lines).sort((one, other) => one - other),
  );
  return new Map([[allLines, [...lines.keys()]], ...ofProducts.map((of) => [of[0] as number, of] as const)]);
}

interface OpenPlaces {
  readonly counting: ReadonlySet<number>;
  readonly taken: Map<number, TakenBefore>;
  readonly linesAt: (place: number) => readonly number[];
}

/**
 * The amount that is left of the lines that counted. What reductions take of a line depends on what was sold alone, not
 * on what came back before, so that returns and reductions have one result in any order. Each change costs the lines at
 * its place, not those of the original.
 */
function openRemaining({ goods }: OriginalSale, { counting, taken, linesAt }: OpenPlaces) {
  /** What reductions take: by line, and at each place of its lines in order. */
  const shares = new Map<number, Amount>();
  const sharesAt = new Map<number, readonly Amount[]>();
  const soldOf = (line: number) => goods.lines.get(line)?.amount ?? 0n;
  const leftOf = (line: number) => soldOf(line) - (taken.get(line)?.amount ?? 0n) - (shares.get(line) ?? 0n);
  const worthLeftOf = (line: number) => (leftOf(line) > 0n ? leftOf(line) : 0n);
  let amount = goods.counted - sumOf([...taken].flatMap(([line, part]) => (counting.has(line) ? [part] : [])));
  const move = (line: number, change: () => void) => {
    const earlier = worthLeftOf(line);
    change();
    if (counting.has(line)) amount += worthLeftOf(line) - earlier;
  };
  const lower = (place: number, lowered: Amount) => {
    const lines = linesAt(place);
    const now = spread(lowered, lines.map(soldOf));
    const before = sharesAt.get(place);
    sharesAt.set(place, now);
    for (const [index, line] of lines.entries()) {
      const more = (now[index] as Amount) - (before?.[index] ?? 0n);
      if (more !== 0n) move(line, () => shares.set(line, (shares.get(line) ?? 0n) + more));
    }
  };
  for (const [place, { lowered }] of taken) if (lowered > 0n) lower(place, lowered);
  return {
    amount: () => amount,
    set(place: number, part: TakenBefore) {
      const { lowered } = taken.get(place) ?? nothingTaken;
      move(place, () => taken.set(place, part));
      if (part.lowered > lowered) lower(place, part.lowered);
    },
  };
}

/**
 * The points that goods of an amount are worth. A return takes the difference of two worths of what is not yet returned,
 * so that returns in any order and split take exactly the whole award in the end. A smaller amount is never worth more,
 * so no return gives a point.
 */
const worthOf = ({ earning }: Award, amount: Amount): Amount =>
  multiplyRounded(amount, earning.rate, earning.fractionDigits, earning.rounding);
