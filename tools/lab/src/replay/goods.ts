/**
 * What a sale is worth in points, as a shop assistant would note it: each line, what is left of it, and all of it looked
 * at again after each return. Points, money and quantities are whole ten-thousandths. It uses nothing of the product.
 */

export interface Rules {
  /** Points for 1.00. */
  readonly rate: number;
  readonly rounding: "toward-zero" | "half-up" | "away-from-zero";
  readonly fractionDigits: number;
}

const one = 10_000;

/** The points of an amount that is 0 or more. */
export function pointsOf(amount: number, { rate, rounding, fractionDigits }: Rules): number {
  const step = 10 ** (4 - fractionDigits);
  const unit = BigInt(one * step);
  const exact = BigInt(amount) * BigInt(rate);
  const rest = exact % unit;
  const isUp = rounding === "away-from-zero" ? rest > 0n : rounding === "half-up" && rest * 2n >= unit;
  return Number(exact / unit + (isUp ? 1n : 0n)) * step;
}

interface NotedLine {
  readonly code: string;
  /** Whether it earns. */
  readonly counts: boolean;
  left: number;
  amount: number;
}

/** The purchase lines of a sale, and the rules that it earned by. */
export interface NotedSale {
  readonly rules: Rules;
  readonly lines: readonly NotedLine[];
}

export interface BackLine {
  readonly code: string;
  /** More than 0. */
  readonly quantity: number;
  readonly refund: number;
}

const worthOf = ({ lines, rules }: NotedSale): number =>
  pointsOf(
    lines.reduce((sum, line) => sum + (line.counts ? line.amount : 0), 0),
    rules,
  );

/** Takes goods back: what the sale is worth less, and how many units came back. More than is left is not taken. */
export function giveBack(sale: NotedSale, { code, quantity, refund }: BackLine): { points: number; units: number } {
  const before = worthOf(sale);
  let [missing, paid] = [quantity, refund];
  for (const line of sale.lines) {
    if (line.code !== code || line.left === 0 || missing === 0) continue;
    const part = Math.min(missing, line.left);
    const amount = part === line.left ? line.amount : Math.min(paid, line.amount);
    line.left -= part;
    line.amount -= amount;
    missing -= part;
    paid = Math.max(0, paid - amount);
  }
  return { points: before - worthOf(sale), units: quantity - missing };
}
