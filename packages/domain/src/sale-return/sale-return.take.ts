import type { Amount } from "../amount.ts";
import type { LineState } from "../earning/earning.rule.ts";
import { openTally, type TallyMoves } from "../rule/rule.tally.ts";
import type { SaleItem } from "../sale/sale.class.ts";
import { goodsOf, isReduction } from "../sale/sale.goods.ts";
import { type Goods, takeUnits } from "../sale/sale.units.ts";
import { type OpenOriginal, openOriginal, type TakenPoints } from "./sale-return.open.ts";
import type { OriginalSale } from "./sale-return.original.ts";
import type { TakenBefore } from "./sale-return.remain.ts";
import type { MoveSum } from "./sale-return.worth.ts";

/** A line that names its original: a return, or a reduction of its price. */
export interface LinkedLine {
  /** Its position in the return, from 0. */
  readonly line: number;
  readonly item: SaleItem;
  readonly original: OriginalSale;
  /** Under which the original has the product's lines; empty if it has none. */
  readonly code: string;
  /** Whether what the original does not have counts as a return without a sale. */
  readonly state: LineState;
}

/** What a line of a return takes from a line of its original. Quantity, amount and points are 0 or more. */
export interface TakenLine extends Goods, TakenPoints {
  readonly line: number;
  readonly original: OriginalSale;
  /**
   * A position in the original. A reduction, whose quantity is 0, lowers all lines of that line's product, or with
   * `allLines` all lines of the original.
   */
  readonly originalLine: number;
  /** The award had expired, so that nothing was taken. */
  readonly isExpired: boolean;
}

/** What was returned so far, read after the balances of the originals were locked. Decisions add what they take. */
export interface Returned {
  /** By the ID of the original and the position of the line. What was not returned is absent. */
  readonly lines: Map<string, ReadonlyMap<number, TakenBefore>>;
  /** The IDs of originals whose award has expired: nothing of it is taken. Their Expiry entries are in the book already. */
  readonly expired: ReadonlySet<string>;
  /** By ID: the originals that were repriced, with what the repricing counted. Absent if none was. */
  readonly repriced?: ReadonlyMap<string, OriginalSale>;
}

/** What a line returns that its original does not have, or not any more. */
export interface RestLine {
  readonly linked: LinkedLine;
  /** 0 or more. */
  readonly amount: Amount;
}

export interface Taking {
  readonly taken: readonly TakenLine[];
  /** The sums after this return, for the next one. */
  readonly after: Returned["lines"];
  readonly rests: readonly RestLine[];
  /** Originals that have less left than reductions take. */
  readonly exceeded: readonly OriginalSale[];
  /** Originals whose award has expired. */
  readonly lapsed: readonly OriginalSale[];
}

/**
 * Most lines of originals that a return takes from, each of which is a row. A line of a return may take from every line
 * of its original, so without this one return could write 250,000.
 */
export const takenLinesMax = 5_000;

/**
 * What the linked lines of a return take from their originals, given what earlier returns took, and what that moves in
 * the running sums of rules. Stops once it takes from
 * more than `takenLinesMax` lines: then the sale is rejected.
 */
export function takeBack(
  lines: readonly LinkedLine[],
  { lines: before, expired, repriced }: Returned,
  moves: TallyMoves = openTally().begin(),
): Taking {
  const opened = new Map<string, Opened>();
  const taken: TakenLine[] = [];
  const rests: RestLine[] = [];
  const exceeded = new Set<OriginalSale>();
  const openOf = ({ original: { id }, original: loaded }: LinkedLine): Opened => {
    const known = opened.get(id);
    if (known) return known;
    const original = repriced?.get(id) ?? loaded;
    const isExpired = expired.has(id);
    // An expired award is closed: its sums stay, as its points do.
    const move: MoveSum = (key, value) => (isExpired ? 0n : moves.move(original.memberId, key, value));
    const one = { original, isExpired, move, open: openOriginal(original, before.get(id)), reductions: [] };
    opened.set(id, one);
    return one;
  };
  for (const linked of lines) {
    if (isReduction(linked.item)) continue;
    if (taken.length > takenLinesMax) break;
    const one = openOf(linked);
    const rest = returnUnits(linked, one, (part) => taken.push({ line: linked.line, ...part }));
    if (rest.quantity > 0n) rests.push({ linked, amount: rest.amount });
  }
  // After the units: the result is the same in any order, and so all reductions of an original cost one look at its lines.
  for (const linked of lines)
    if (isReduction(linked.item) && !lowerOriginal(linked, openOf(linked))) exceeded.add(openOf(linked).original);
  for (const one of opened.values()) taken.push(...loweredLines(one));
  const after = new Map([...opened].map(([id, { open }]) => [id, open.taken]));
  const lapsed = new Set(taken.flatMap(({ original, isExpired }) => (isExpired ? [original] : [])));
  return { taken, after, rests, exceeded: [...exceeded], lapsed: [...lapsed] };
}

/** An original that a return takes from. */
interface Opened {
  readonly original: OriginalSale;
  readonly open: OpenOriginal;
  readonly isExpired: boolean;
  readonly move: MoveSum;
  readonly reductions: { readonly line: number; readonly originalLine: number; readonly amount: Amount }[];
}

const noPoints: TakenPoints = { points: 0n, beyond: 0n };

/** @returns what the original does not have. */
function returnUnits(
  { item, code }: LinkedLine,
  { original, open, isExpired, move }: Opened,
  note: (part: Omit<TakenLine, "line">) => void,
): Goods {
  const goods = goodsOf(item);
  const shelf = open.shelfOf(code);
  const named = (item.OriginalLine ?? 0) - 1;
  const isNamed = () => open.leftOf(named).quantity > 0n && open.isOf(named, code);
  return takeUnits(
    goods,
    () => (isNamed() ? named : shelf.nearest(goods)),
    open.leftOf,
    ({ line: originalLine, quantity, amount }) => {
      const points = open.take(originalLine, { quantity, amount }, move);
      note({ original, originalLine, quantity, amount, ...(isExpired ? noPoints : points), isExpired });
    },
  );
}

/** @returns whether the original had the whole reduction left. */
function lowerOriginal({ line, item, code }: LinkedLine, { open, reductions }: Opened): boolean {
  const { amount: wanted } = goodsOf(item);
  const originalLine = open.placeOf(code);
  const amount = open.lower(originalLine, wanted);
  if (amount > 0n) reductions.push({ line, originalLine, amount });
  return amount === wanted;
}

function loweredLines({ original, open, isExpired, move, reductions }: Opened): TakenLine[] {
  return open.settle(move).map((points, index) => {
    const { line, originalLine, amount } = reductions[index] as Opened["reductions"][number];
    return { line, original, originalLine, quantity: 0n, amount, ...(isExpired ? noPoints : points), isExpired };
  });
}
