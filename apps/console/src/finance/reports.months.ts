import { type Amount, amountShown } from "@rewards/domain";
import type { LedgerDays } from "@rewards/operations";

/** How the points of all members moved in a month of the programme's time zone. */
export interface Month {
  /** `2026-11`. */
  readonly month: string;
  readonly opening: Amount;
  /** By the type of entries; a type without entries in the month is left out. */
  readonly moved: ReadonlyMap<string, Amount>;
  readonly closing: Amount;
}

/** This month and the twelve before it, and some days more. */
export const daysOfReport = 13 * 31;

/** `2026-11-30` of `2026-11`. */
export function lastDayOf(month: string): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

/** The months of which all days are given, the latest first; the last day may be within the latest. */
export function monthsOf({ days }: Pick<LedgerDays, "days">): Month[] {
  const isCut = days.length >= daysOfReport && days[0]?.day.endsWith("-01") === false;
  const cut = isCut ? days[0]?.day.slice(0, 7) : undefined;
  const byMonth = new Map<string, LedgerDays["days"][number][]>();
  for (const one of days) {
    const month = one.day.slice(0, 7);
    const known = byMonth.get(month);
    if (known) known.push(one);
    else if (month !== cut) byMonth.set(month, [one]);
  }
  return [...byMonth].map(([month, of]) => monthOf(month, of)).reverse();
}

function monthOf(month: string, days: LedgerDays["days"]): Month {
  const moved = new Map<string, Amount>();
  for (const { totals } of days)
    for (const { type, sum } of totals) moved.set(type, (moved.get(type) ?? 0n) + amountShown(sum));
  const closing = amountShown(days.at(-1)?.outstanding ?? "0");
  const change = [...moved.values()].reduce((sum, one) => sum + one, 0n);
  return { month, moved, closing, opening: closing - change };
}
