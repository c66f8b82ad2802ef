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

/** Exact points, in units of 10^-8 or as `per` says, rounded: in ten-thousandths. @param per units in a ten-thousandth. */
export function roundPoints(exact: bigint, { rounding, fractionDigits }: Rules, per = one): number {
  const step = 10 ** (4 - fractionDigits);
  const unit = BigInt(per * step);
  const rest = exact % unit;
  const isUp = rounding === "away-from-zero" ? rest > 0n : rounding === "half-up" && rest * 2n >= unit;
  return Number(exact / unit + (isUp ? 1n : 0n)) * step;
}

/** The points of an amount that is 0 or more. */
export const pointsOf = (amount: number, rules: Rules): number =>
  roundPoints(BigInt(amount) * BigInt(rules.rate), rules);

/** A purchase on a receipt. */
export interface Bought {
  /** Its position on the receipt, from 1. */
  readonly position: number;
  readonly code: string;
  /** Whether it earns. */
  counts: boolean;
  /** As the till sent it. */
  readonly sent: { readonly quantity: number; readonly amount: number };
  left: number;
  amount: number;
}

/** Units that come back, and what was paid back for them. */
export interface Units {
  readonly code: string;
  /** More than 0. */
  readonly quantity: number;
  readonly refund: number;
  /** The position that the till names. */
  readonly position?: number;
}

/** How far the price of a unit is from that of a line, times both quantities. */
function distance({ quantity, refund }: Units, { sent }: Bought): bigint {
  const difference = BigInt(sent.amount) * BigInt(quantity) - BigInt(refund) * BigInt(sent.quantity);
  return difference < 0n ? -difference : difference;
}

/** The line that units come from: the named one, else the one of the nearest price, else the first. */
function lineFor(units: Units, lines: readonly Bought[]): Bought | undefined {
  const possible = lines.filter(({ code, left }) => code === units.code && left > 0);
  const named = possible.find(({ position }) => position === units.position);
  if (named) return named;
  const isNearer = (line: Bought, other: Bought) =>
    distance(units, line) * BigInt(other.sent.quantity) < distance(units, other) * BigInt(line.sent.quantity);
  return possible.reduce<Bought | undefined>((best, line) => (best && !isNearer(line, best) ? best : line), undefined);
}

/** Units that no line has, and what was paid back for them. */
export interface Rest {
  readonly quantity: number;
  readonly refund: number;
}

/** Takes units off the lines. The last unit of a line takes all that is left of its amount. */
export function takeUnits(units: Units, lines: readonly Bought[]): Rest {
  let { quantity, refund } = units;
  for (let line = lineFor(units, lines); line && quantity > 0; line = lineFor(units, lines)) {
    const part = Math.min(quantity, line.left);
    const amount = part === line.left ? line.amount : Math.min(refund, line.amount);
    line.left -= part;
    line.amount -= amount;
    quantity -= part;
    refund = Math.max(0, refund - amount);
  }
  return quantity > 0 ? { quantity, refund } : { quantity: 0, refund: 0 };
}

/**
 * What a reduction takes of each amount, in proportion; the largest one takes what the division leaves and, if it has not
 * so much, the next largest.
 */
function sharesOf(reduction: number, amounts: readonly number[]): number[] {
  const total = amounts.reduce((sum, amount) => sum + amount, 0);
  if (reduction >= total) return [...amounts];
  const shares = amounts.map((amount) => Number((BigInt(reduction) * BigInt(amount)) / BigInt(total)));
  let rest = reduction - shares.reduce((sum, share) => sum + share, 0);
  const largestFirst = [...amounts.entries()].sort(([, one], [, other]) => other - one);
  for (const [index, amount] of largestFirst) {
    const more = Math.min(rest, amount - (shares[index] as number));
    shares[index] = (shares[index] as number) + more;
    rest -= more;
  }
  return shares;
}

/** A price that is lowered: of all lines of a product, or of all lines. */
export interface Reduction {
  readonly code: string;
  readonly amount: number;
}

/** What reductions take of each line. Those of one product, or of all lines, act together. */
export function reductionsOf(reductions: readonly Reduction[], lines: readonly Bought[]): Map<Bought, number> {
  const taken = new Map<Bought, number>();
  const isSold = ({ code }: Reduction) => lines.some((line) => line.code === code);
  for (const code of new Set([...reductions.filter(isSold).map((one) => one.code), ""])) {
    const meant = reductions.filter((one) => (isSold(one) ? one.code : "") === code);
    const lowered = code === "" ? lines : lines.filter((line) => line.code === code);
    const amount = meant.reduce((sum, one) => sum + one.amount, 0);
    const shares = sharesOf(
      amount,
      lowered.map((line) => line.amount),
    );
    for (const [index, line] of lowered.entries()) taken.set(line, (taken.get(line) ?? 0) + (shares[index] ?? 0));
  }
  return taken;
}
