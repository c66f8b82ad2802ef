import type { Amount } from "../amount.ts";
import type { LineState } from "../earning/earning.rule.ts";
import type { SaleItem } from "../sale/sale.class.ts";
import { goodsOf, isReduction } from "../sale/sale.goods.ts";
import { type Goods, least, noGoods, takeUnits } from "../sale/sale.units.ts";
import { type OpenOriginal, openOriginal, type ReturnedProduct, type TakenPoints } from "./sale-return.open.ts";
import type { OriginalSale } from "./sale-return.original.ts";
import type { TakenBefore } from "./sale-return.remain.ts";

/** A line that names its original: a return, or a reduction of its price. */
export interface LinkedLine {
  /** Its position in the return, from 0. */
  readonly line: number;
  readonly item: SaleItem;
  readonly original: OriginalSale;
  readonly product: ReturnedProduct;
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
 * What the linked lines of a return take from their originals, given what earlier returns took. Stops once it takes from
 * more than `takenLinesMax` lines: then the sale is rejected.
 */
export function takeBack(lines: readonly LinkedLine[], { lines: before, expired, repriced }: Returned): Taking {
  const opened = new Map<string, OpenOriginal>();
  const taken: TakenLine[] = [];
  const rests: RestLine[] = [];
  const exceeded = new Set<OriginalSale>();
  for (const linked of lines) {
    if (taken.length > takenLinesMax) break;
    const { line } = linked;
    const original = repriced?.get(linked.original.id) ?? linked.original;
    const isExpired = expired.has(original.id);
    const open = opened.get(original.id) ?? openOriginal(original, before.get(original.id));
    opened.set(original.id, open);
    const note: Note = (part, points) =>
      taken.push({ line, original, ...part, ...(isExpired ? noPoints : points), isExpired });
    if (isReduction(linked.item)) {
      if (!lowerOriginal(linked, open, note)) exceeded.add(original);
      continue;
    }
    const rest = returnUnits(linked, open, note);
    if (rest.quantity > 0n) rests.push({ linked, amount: rest.amount });
  }
  const after = new Map([...opened].map(([id, { taken: sums }]) => [id, sums]));
  const lapsed = new Set(taken.flatMap(({ original, isExpired }) => (isExpired ? [original] : [])));
  return { taken, after, rests, exceeded: [...exceeded], lapsed: [...lapsed] };
}

type Note = (part: Goods & { readonly originalLine: number }, points: TakenPoints) => void;
const noPoints: TakenPoints = { points: 0n, beyond: 0n };

/** @returns what the original does not have. */
function returnUnits({ item, product }: LinkedLine, open: OpenOriginal, note: Note): Goods {
  const goods = goodsOf(item);
  const shelf = open.shelfOf(product);
  const named = (item.OriginalLine ?? 0) - 1;
  const isNamed = () => open.leftOf(named).quantity > 0n && open.isOf(named, product);
  return takeUnits(
    goods,
    () => (isNamed() ? named : shelf.nearest(goods)),
    open.leftOf,
    ({ line: originalLine, quantity, amount }) => {
      const points = open.take(originalLine, { quantity, amount, lowered: 0n });
      note({ originalLine, quantity, amount }, points);
    },
  );
}

/** @returns whether the original had the whole reduction left. */
function lowerOriginal({ item, product }: LinkedLine, open: OpenOriginal, note: Note): boolean {
  const { amount } = goodsOf(item);
  const place = open.placeOf(product);
  const lowered = least(amount, open.amountAt(place) - open.takenAt(place).lowered);
  if (lowered > 0n)
    note({ originalLine: place, quantity: 0n, amount: lowered }, open.take(place, { ...noGoods, lowered }));
  return lowered === amount;
}
