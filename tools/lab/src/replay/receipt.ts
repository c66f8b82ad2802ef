import {
  type Bought,
  pointsOf,
  type Reduction,
  type Rest,
  type Rules,
  reductionsOf,
  takeUnits,
  type Units,
} from "./goods.ts";

/** A line of a receipt, as the till sent it. */
export interface ReceiptLine {
  readonly code: string;
  readonly counts: boolean;
  /** Negative if goods come back, 0 if a price is lowered. */
  readonly quantity: number;
  readonly amount: number;
}

/** A receipt after its own voids and reductions. */
export interface Receipt {
  readonly bought: readonly Bought[];
  /** What comes back and was not bought on the same receipt: for each negative line. */
  readonly back: readonly (Rest & { readonly counts: boolean })[];
}

/** Reads a receipt: voids first, then the reductions of products, then those of the whole receipt. */
export function readReceipt(lines: readonly (ReceiptLine & { readonly position: number })[]): Receipt {
  const bought = lines.flatMap(({ position, code, counts, quantity, amount }): Bought[] =>
    quantity > 0 ? [{ position, code, counts, sent: { quantity, amount }, left: quantity, amount }] : [],
  );
  const back = lines
    .filter(({ quantity }) => quantity < 0)
    .map(({ code, counts, quantity, amount }) => ({
      ...takeUnits({ code, quantity: -quantity, refund: -amount }, bought),
      counts,
    }));
  const reductions = lines
    .filter(({ quantity }) => quantity === 0)
    .map(({ code, amount }) => ({ code, amount: -amount }));
  const isSold = ({ code }: Reduction) => bought.some((line) => line.code === code);
  for (const some of [reductions.filter(isSold), reductions.filter((one) => !isSold(one))])
    for (const [line, share] of reductionsOf(some, bought)) line.amount -= share;
  return { bought, back };
}

/** A sale as noted: what was bought, what is left of it, what lowered its price, and the rules that it earned by. */
export interface NotedSale {
  readonly rules: Rules;
  readonly lines: readonly Bought[];
  /** What each line came to on the receipt. */
  readonly sold: ReadonlyMap<Bought, number>;
  readonly reductions: Reduction[];
}

export const noteSale = ({ bought: lines }: Receipt, rules: Rules): NotedSale => ({
  ...{ rules, lines, reductions: [] },
  sold: new Map(lines.map((line) => [line, line.amount])),
});

/** What reductions of a code lower: its lines, or all; what these cost, and what was given off them so far. */
function targetOf({ lines, sold, reductions }: NotedSale, code: string) {
  const has = (other: string) => lines.some((line) => line.code === other);
  const lowered = has(code) ? lines.filter((line) => line.code === code) : lines;
  const earlier = reductions.filter((one) => (has(code) ? one.code === code : !has(one.code)));
  return {
    lines: lowered,
    cost: lowered.reduce((sum, line) => sum + (sold.get(line) ?? 0), 0),
    given: earlier.reduce((sum, { amount }) => sum + amount, 0),
  };
}

/**
 * What is left of some lines: what they cost, less their share of each reduction of what was sold, and the units of those
 * that have an amount left. The amount is a fraction until the lines are added up; then it is whole ten-thousandths, half
 * up.
 */
export function leftOf(sale: NotedSale, among: readonly Bought[]): { amount: number; quantity: number } {
  const { lines, sold, reductions } = sale;
  const isSold = (code: string) => lines.some((line) => line.code === code);
  const codes = new Set(reductions.map(({ code }) => (isSold(code) ? code : "")));
  const targets = [...codes].map((code) => targetOf(sale, code));
  const whole = targets.reduce((product, { cost }) => product * BigInt(cost), 1n);
  let [sum, quantity] = [0n, 0];
  for (const line of among) {
    const shares = targets
      .filter((target) => target.lines.includes(line))
      .map(({ given, cost }) => (BigInt(given) * BigInt(sold.get(line) ?? 0) * whole) / BigInt(cost));
    const left = BigInt(line.amount) * whole - shares.reduce((total, share) => total + share, 0n);
    if (left <= 0n) continue;
    sum += left;
    quantity += line.left;
  }
  return { amount: Number((2n * sum + whole) / (2n * whole)), quantity };
}

/** The amount that is left of the lines that count. */
export const spentOn = (sale: NotedSale): number =>
  leftOf(
    sale,
    sale.lines.filter(({ counts }) => counts),
  ).amount;

/** What the rate gives for what is left. */
const worthOf = (sale: NotedSale): number => pointsOf(spentOn(sale), sale.rules);

/** Takes goods back: what the sale is worth less, whether anything came back, and what the sale did not have. */
export function giveBack(sale: NotedSale, units: Units): { points: number; isAny: boolean; rest: Rest } {
  const before = worthOf(sale);
  const rest = takeUnits(units, sale.lines);
  return { points: before - worthOf(sale), isAny: rest.quantity < units.quantity, rest };
}

/** Lines that earn now count from here on, if that changes anything. @returns what the sale is worth more. */
export function countMore(sale: NotedSale, earns: (code: string) => boolean): number {
  const before = worthOf(sale);
  const more = sale.lines.filter(({ counts, code }) => !counts && earns(code));
  for (const line of more) line.counts = true;
  const points = worthOf(sale) - before;
  if (points === 0) for (const line of more) line.counts = false;
  return points;
}

/** Lowers the price of a sale, at most to nothing. */
export function lowerPrice(sale: NotedSale, { code, amount }: Reduction): { points: number; isAny: boolean } {
  const { cost, given: earlier } = targetOf(sale, code);
  const before = worthOf(sale);
  const given = Math.min(amount, cost - earlier);
  if (given > 0) sale.reductions.push({ code, amount: given });
  return { points: before - worthOf(sale), isAny: given > 0 };
}
