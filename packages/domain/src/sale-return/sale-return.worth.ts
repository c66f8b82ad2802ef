import { type Amount, multiplyRounded } from "../amount.ts";
import type { Programme } from "../programme/programme.ts";

/** What a sale earned, and by which rules. */
export interface Award {
  /** Points, more than 0. */
  readonly points: Amount;
  readonly postedAtMs: number;
  /** Positions of the lines that counted; undefined for an entry of an earlier release, which does not say. */
  readonly lines: readonly number[] | undefined;
  /** The rules of that time. For an entry of an earlier release those of now, of which only the decimals are used. */
  readonly earning: Programme["earning"];
}

/**
 * The points that the goods not yet returned are worth. A return takes the difference of two worths, so that returns in
 * any order and split take exactly the whole award in the end. A smaller amount is never worth more, so no return gives
 * a point.
 * @param counted what all lines that counted were sold for.
 * @param remaining what is left of that, 0 to `counted`.
 */
export function worthOf({ points, lines, earning }: Award, counted: Amount, remaining: Amount): Amount {
  if (lines) return multiplyRounded(remaining, earning.rate, earning.fractionDigits, earning.rounding);
  if (remaining === counted) return points;
  const step = 10n ** BigInt(4 - earning.fractionDigits);
  return ((points * remaining) / counted / step) * step;
}
