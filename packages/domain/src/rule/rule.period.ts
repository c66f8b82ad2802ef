import { offsetAt } from "../expiry/expiry.calendar.ts";

/** What a running sum counts in. `campaign` is the life of the rule. */
export const periods = ["day", "week", "month", "quarter", "year", "campaign"] as const;
export type Period = (typeof periods)[number];

export const dayMs = 86_400_000;

/** What clocks show, as milliseconds since 1970-01-01T00:00 of the same clocks. */
export const localMsOf = (instantMs: number, timeZone: string): number => instantMs + offsetAt(instantMs, timeZone);

/** The day that was asked for last: sales of a batch are close in time. */
const last = { day: Number.NaN, date: "" };

/** `2026-05-04` */
export function localDateOf(instantMs: number, timeZone: string): string {
  const day = Math.floor(localMsOf(instantMs, timeZone) / dayMs);
  if (day !== last.day) {
    last.date = new Date(day * dayMs).toISOString().slice(0, 10);
    last.day = day;
  }
  return last.date;
}

/** 0 for Monday. 1970-01-01 was a Thursday. */
export const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7;

const texts: Readonly<Record<Period, (date: string) => string>> = {
  day: (date) => date,
  week: weekOf,
  month: (date) => date.slice(0, 7),
  quarter: (date) => `${date.slice(0, 4)}-Q${Math.ceil(Number(date.slice(5, 7)) / 3)}`,
  year: (date) => date.slice(0, 4),
  campaign: () => "",
};

/** The period that has this local date, as text: `2026-05-04`, `2026-W19`, `2026-05`, `2026-Q2`, `2026` or nothing. */
export const periodOf = (date: string, period: Period): string => texts[period](date);

/** ISO 8601: a week belongs to the year of its Thursday. */
function weekOf(date: string): string {
  const day = Date.parse(date) / dayMs;
  const thursday = day - weekdayOf(day) + 3;
  const year = new Date(thursday * dayMs).getUTCFullYear();
  const week = Math.floor((thursday - Date.UTC(year, 0) / dayMs) / 7) + 1;
  return `${year}-W${String(week).padStart(2, "0")}`;
}
