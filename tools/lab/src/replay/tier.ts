/**
 * What members bought, by calendar month, as a shop assistant would note it to know their tiers. Whole ten-thousandths. It
 * uses nothing of the product.
 */

/** What counts: points of the rate, all points, or the amount of the lines that count. */
export const tierCounts = ["base", "points", "spend"] as const;
export type TierCount = (typeof tierCounts)[number];

/** A sum of a month from which on a member has the tier. */
export interface Level {
  readonly name: string;
  readonly from: string;
}

/** What an entry gives or, negative, takes, by what may count. */
export type Counted = Readonly<Record<TierCount, number>>;

interface Climb {
  /** By month. */
  readonly sums: Map<string, number>;
  /** How often something counted. */
  steps: number;
}

/** By member. */
export type Ladder = Map<string, Climb>;

/** Only the newest month in which anything counted, and the two before it, are known. */
const monthsBack = 2;
const one = 10_000;
const numberOf = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7));

interface Tiered {
  readonly terms: { readonly tiers?: TierCount };
  readonly ladder: Ladder;
}

/** Notes what an entry counts in the month of a local date: `2026-05-04`. @returns whether anything counts */
export function countFor(
  { terms: { tiers }, ladder }: Tiered,
  member: string,
  date: string,
  counted: Counted,
): boolean {
  const units = tiers ? counted[tiers] : 0;
  if (units === 0) return false;
  const own = ladder.get(member) ?? { sums: new Map(), steps: 0 };
  ladder.set(member, own);
  const month = date.slice(0, 7);
  own.sums.set(month, (own.sums.get(month) ?? 0) + units);
  own.steps += 1;
  return true;
}

/** The sums of the newest month, of the one before it, and of the one before that; undefined if nothing counted. */
export function sumsOf(ladder: Ladder, member: string) {
  const own = ladder.get(member);
  if (!own) return undefined;
  const newest = [...own.sums.keys()].toSorted().at(-1) as string;
  const sums = [0, 0, 0];
  for (const [month, sum] of own.sums) {
    const back = numberOf(newest) - numberOf(month);
    if (back <= monthsBack) sums[back] = sum;
  }
  return { newest, sums };
}

/** The tier on a date: the best of its month and of the month before. Null if the member has none. */
export function tierOf(ladder: Ladder, member: string, date: string, levels: readonly Level[]): string | null {
  const known = sumsOf(ladder, member);
  if (!known) return null;
  const back = numberOf(known.newest) - numberOf(date);
  const best = Math.max(known.sums[back] ?? 0, known.sums[back + 1] ?? 0);
  return levels.findLast(({ from }) => Number(from) * one <= best)?.name ?? null;
}
