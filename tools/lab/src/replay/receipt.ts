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
    for (const [line, share] of reductionsOf(some, bought, ({ amount }) => amount)) line.amount -= share;
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

/** What is left is worth what it cost, less its share of the reductions of what was sold. */
function worthOf({ lines, rules, sold, reductions }: NotedSale): number {
  const lowered = reductionsOf(reductions, lines, (line) => sold.get(line) ?? 0);
  const left = lines.map((line) => (line.counts ? Math.max(0, line.amount - (lowered.get(line) ?? 0)) : 0));
  return pointsOf(
    left.reduce((sum, amount) => sum + amount, 0),
    rules,
  );
}

/** Takes goods back: what the sale is worth less, whether anything came back, and what the sale did not have. */
export function giveBack(sale: NotedSale, units: Units): { points: number; isAny: boolean; rest: Rest } {
  const before = worthOf(sale);
  const rest = takeUnits(units, sale.lines);
  return { points: before - worthOf(sale), isAny: rest.quantity < units.quantity, rest };
}

/** Lowers the price of a sale, at most to nothing. */
export function lowerPrice(sale: NotedSale, { code, amount }: Reduction): { points: number; isAny: boolean } {
  const isOf = (other: string) => sale.lines.some((line) => line.code === other);
  const target = isOf(code) ? code : "";
  const lines = target === "" ? sale.lines : sale.lines.filter((line) => line.code === target);
  const most = lines.reduce((sum, line) => sum + (sale.sold.get(line) ?? 0), 0);
  const before = worthOf(sale);
  const earlier = sale.reductions.filter((one) => (isOf(one.code) ? one.code : "") === target);
  const given = Math.min(amount, most - earlier.reduce((sum, one) => sum + one.amount, 0));
  if (given > 0) sale.reductions.push({ code, amount: given });
  return { points: before - worthOf(sale), isAny: given > 0 };
}
