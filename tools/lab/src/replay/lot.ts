/**
 * What a member holds of one currency, as lots: each award is one, and remembers how much of it is gone. Points are
 * whole ten-thousandths. It uses nothing of the product.
 */

export interface Lot {
  readonly source: string;
  /** Of a sale, and not an adjustment. */
  readonly isOfSale: boolean;
  readonly atMs: number;
  /** Its points, less those of returned goods. */
  points: number;
  /** What deductions, debts and expiry took of it: at most its points. */
  used: number;
  /** The latest instant that any rule so far promised to it. */
  promisedMs: number;
  /**
   * An Expiry entry ended it, or it had expired with nothing left when the rules were edited. What expired once stays so,
   * whatever an edit or another entry promises later.
   */
  isGone: boolean;
}

export interface Holding {
  readonly lots: Lot[];
  /** What was taken and no lot could give. */
  debt: number;
  /** Exact points, in units of 10^-8, of all goods that came back without their sale. */
  back: bigint;
  /** The time of the last entry. */
  lastAtMs: number;
  /** The latest instant that any rule promised to a member without an entry since. */
  promisedMs: number;
}

const never = Number.NEGATIVE_INFINITY;
export const openHolding = (): Holding => ({ lots: [], debt: 0, back: 0n, lastAtMs: never, promisedMs: never });

export const leftOf = ({ points, used }: Lot): number => points - used;

const sumOf = (lots: readonly Lot[], of: (lot: Lot) => number) => lots.reduce((sum, lot) => sum + of(lot), 0);

export const balanceOf = ({ lots, debt }: Holding): number => sumOf(lots, leftOf) - debt;

/** A new lot pays off the debt first. */
export function award(holding: Holding, lot: Omit<Lot, "used" | "isGone">): void {
  const used = Math.min(holding.debt, lot.points);
  holding.debt -= used;
  holding.lots.push({ ...lot, used, isGone: false });
}

/** Takes from the oldest lots that have something left. */
export function deduct(holding: Holding, points: number): void {
  let missing = points;
  for (const lot of holding.lots) {
    const part = Math.min(missing, leftOf(lot));
    lot.used += part;
    missing -= part;
  }
  holding.debt += missing;
}

/** Gives back what was taken last: first of the debt, then of the newest lots that are used. */
export function giveBack(holding: Holding, points: number): void {
  const paid = Math.min(points, holding.debt);
  holding.debt -= paid;
  let missing = points - paid;
  for (const lot of holding.lots.toReversed()) {
    const part = Math.min(missing, lot.used);
    lot.used -= part;
    missing -= part;
  }
}

/** Returned goods make their own lot smaller. What was already used of these points is taken from the other lots. */
export function takeBack(holding: Holding, lot: Lot, points: number): void {
  lot.points -= points;
  const over = Math.max(0, lot.used - lot.points);
  lot.used -= over;
  deduct(holding, over);
}

/** Ends these lots. Returns what was left of them. */
export function expire(lots: readonly Lot[]): number {
  const left = sumOf(lots, leftOf);
  for (const lot of lots) lot.used = lot.points;
  return left;
}

export interface Spendable {
  readonly spendable: number;
  readonly pending: number;
}

/**
 * What can be spent now, and what only once its return window ends. Whatever was taken came from lots that could be
 * spent, as long as they have points; lots that have expired give nothing, whether a sweep has seen them or not.
 */
export function spendableOf(
  { lots, debt }: Holding,
  isPending: (lot: Lot) => boolean,
  isOver: (lot: Lot) => boolean,
): Spendable {
  let taken = sumOf(lots, ({ used }) => used) + debt;
  let spendable = 0;
  for (const lot of lots.filter((one) => !isPending(one))) {
    const part = Math.min(taken, lot.points);
    taken -= part;
    if (!isOver(lot)) spendable += lot.points - part;
  }
  const pending = sumOf(lots.filter(isPending), ({ points }) => points);
  return { spendable, pending: Math.max(0, pending - taken) };
}
