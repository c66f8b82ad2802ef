import type { Amount } from "../amount.ts";
import { without } from "../sale/sale.goods.ts";
import { type Goods, least, noGoods, openShelf, type Shelf } from "../sale/sale.units.ts";
import type { OriginalSale } from "./sale-return.original.ts";
import { allLines, nothingTaken, soldAt, type TakenBefore, type TakenPart } from "./sale-return.remain.ts";
import { type Loss, type MoveSum, openWorth } from "./sale-return.worth.ts";

/** Points that a line takes, 0 or more. */
export interface TakenPoints {
  /** Of the original's own entry. */
  readonly points: Amount;
  /** What that entry does not have, or no longer has: its repricing gave it, or the sales whose capped points it had. */
  readonly beyond: Amount;
  /** The amount that counted before; absent if nothing. */
  readonly spend?: Amount;
  /** Absent if no rule counted for the original. */
  readonly loss?: Loss;
}

/** An original while a return takes from it. */
export interface OpenOriginal {
  /** By place: what this return and those before it took. */
  readonly taken: ReadonlyMap<number, TakenBefore>;
  /** What units that come back may take of a line. */
  leftOf(line: number): Goods;
  isOf(line: number, code: string): boolean;
  shelfOf(code: string): Shelf;
  /** Where a reduction of this product is counted: the product's first line, or `allLines` if it was not sold. */
  placeOf(code: string): number;
  /** Takes units of a line. @param move a running sum of the original's member. */
  take(line: number, units: Goods, move: MoveSum): TakenPoints;
  /** Lowers lines. What it takes comes with that of other reductions: see `settle`. @returns the amount, if less is left. */
  lower(place: number, amount: Amount): Amount;
  /** What all reductions take, for each in proportion: together they cost one look at the lines. Call it once, at the end. */
  settle(move: MoveSum): TakenPoints[];
}

export function openOriginal(
  original: OriginalSale,
  before: ReadonlyMap<number, TakenBefore> = new Map(),
): OpenOriginal {
  const { goods } = original;
  const taken = new Map(before);
  const shelves = new Map<string, Shelf>();
  const takenAt = (place: number) => taken.get(place) ?? nothingTaken;
  const leftOf = (line: number) => without(goods.lines.get(line) ?? noGoods, takenAt(line));
  const isOf = (line: number, code: string) => goods.lines.get(line)?.code === code;
  const { note, addPoints, lose } = openPoints(original, before, taken);
  const lowered: { readonly place: number; readonly amount: Amount }[] = [];

  return {
    taken,
    leftOf,
    isOf,
    shelfOf(code) {
      const hasUnits = (line: number) => leftOf(line).quantity > 0n;
      const shelf = shelves.get(code) ?? openShelf(goods.products.get(code)?.groups ?? [], hasUnits);
      shelves.set(code, shelf);
      return shelf;
    },
    placeOf: (code) => goods.products.get(code)?.lines[0] ?? allLines,
    take(line, units, move) {
      note(line, { ...units, lowered: 0n });
      const points = lose(move);
      addPoints(line, points);
      return points;
    },
    lower(place, wanted) {
      const amount = least(wanted, soldAt(original, place) - takenAt(place).lowered);
      if (amount === 0n) return 0n;
      note(place, { ...noGoods, lowered: amount });
      lowered.push({ place, amount });
      return amount;
    },
    settle: (move) => (lowered.length === 0 ? [] : shareOut(lose(move), lowered, addPoints)),
  };
}

/** Divides what reductions take among them, in proportion. The first has the amount and the loss by rules. */
function shareOut(
  { points, beyond, spend, loss }: TakenPoints,
  reductions: readonly { readonly place: number; readonly amount: Amount }[],
  addPoints: (place: number, points: TakenPoints) => void,
): TakenPoints[] {
  const amounts = reductions.map(({ amount }) => amount);
  const [ofPoints, ofBeyond] = [inProportion(points, amounts), inProportion(beyond, amounts)];
  return reductions.map(({ place }, index) => {
    const own = { points: ofPoints[index] as Amount, beyond: ofBeyond[index] as Amount };
    addPoints(place, own);
    return index === 0 ? { ...own, ...(spend && { spend }), ...(loss && { loss }) } : own;
  });
}

/** What lines take, and from where. @param taken by place; it notes there what they take. */
function openPoints(original: OriginalSale, before: ReadonlyMap<number, TakenBefore>, taken: Map<number, TakenBefore>) {
  const { award } = original;
  const worth = openWorth(original, taken);
  let own = (award?.points ?? 0n) - [...before.values()].reduce((sum, { points }) => sum + points, 0n);
  const takenAt = (place: number) => taken.get(place) ?? nothingTaken;

  function note(place: number, part: TakenPart): void {
    const { quantity, amount, lowered, points } = takenAt(place);
    taken.set(place, {
      ...{ quantity: quantity + part.quantity, amount: amount + part.amount, lowered: lowered + part.lowered, points },
    });
    worth.note(place, part);
  }
  function addPoints(place: number, { points }: TakenPoints): void {
    const sums = takenAt(place);
    taken.set(place, { ...sums, points: sums.points + points });
  }
  function lose(move: MoveSum): TakenPoints {
    const { points: lost, spend, loss } = worth.lose(move);
    const points = award?.repriced || award?.sumKeys ? least(lost, own) : lost;
    own -= points;
    return { points, beyond: lost - points, ...(spend > 0n && { spend }), ...(loss && { loss }) };
  }

  return { note, addPoints, lose };
}

/** Divides points exactly. */
function inProportion(points: Amount, amounts: readonly Amount[]): Amount[] {
  const total = amounts.reduce((sum, amount) => sum + amount, 0n);
  let upTo = 0n;
  return amounts.map((amount) => {
    const before = (points * upTo) / total;
    upTo += amount;
    return (points * upTo) / total - before;
  });
}
