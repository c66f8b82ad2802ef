/** Dates of the replay: until when points live. It uses nothing of the product, so that it can judge it. */

export const untils = ["day", "month", "quarter", "year"] as const;

/** Points live this many months, and on to the end of the day, month, quarter or year. */
export interface Lifetime {
  readonly months: number;
  readonly until: (typeof untils)[number];
}

const hourMs = 3_600_000;
/** No zone is further ahead of UTC, or behind it. */
const aheadMsMax = 15 * hourMs;

const formats = new Map<string, Intl.DateTimeFormat>();

/** What clocks show, as `2026-05-31, 23:59:59`. */
function shownAt(ms: number, zone: string): string {
  let format = formats.get(zone);
  if (!format) {
    const two = "2-digit";
    const time = { hour: two, minute: two, second: two, hourCycle: "h23" } as const;
    format = new Intl.DateTimeFormat("en-CA", { timeZone: zone, year: "numeric", month: two, day: two, ...time });
    formats.set(zone, format);
  }
  return format.format(ms);
}

const midnights = new Map<string, number>();

/**
 * The midnight that begins a local date, found by looking. If daylight saving skips it: the first instant of the date;
 * if clocks show it twice: the second time.
 */
function midnightOf(date: string, zone: string): number {
  const key = `${zone} ${date}`;
  const known = midnights.get(key);
  if (known !== undefined) return known;
  const utcMs = Date.parse(`${date}T00:00:00Z`);
  let [beforeMs, fromMs] = [utcMs - aheadMsMax, utcMs + aheadMsMax];
  while (fromMs - beforeMs > 1) {
    const middleMs = Math.floor((beforeMs + fromMs) / 2);
    if (shownAt(middleMs, zone).slice(0, 10) < date) beforeMs = middleMs;
    else fromMs = middleMs;
  }
  const agains = [1, 2, 3, 4].map((halves) => fromMs + (halves * hourMs) / 2);
  const found = agains.find((ms) => shownAt(ms, zone) === `${date}, 00:00:00`) ?? fromMs;
  midnights.set(key, found);
  return found;
}

const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();
const two = (number: number) => String(number).padStart(2, "0");

/** The first day after the day, month, quarter or year. Months count from 1. */
function dayAfter(year: number, month: number, day: number, until: Lifetime["until"]): string {
  const firstOf = (months: number) => `${year + Math.floor(months / 12)}-${two((months % 12) + 1)}-01`;
  if (until === "year") return firstOf(12);
  if (until === "quarter") return firstOf(Math.ceil(month / 3) * 3);
  if (until === "month" || day === daysIn(year, month)) return firstOf(month);
  return `${year}-${two(month)}-${two(day + 1)}`;
}

/** The instant at which points of this instant expire: the start of the day after their last day. */
export function endOf(ms: number, { months, until }: Lifetime, zone: string): number {
  const [year = 0, month = 0, day = 0] = shownAt(ms, zone).slice(0, 10).split("-").map(Number);
  const total = year * 12 + (month - 1) + months;
  const [lastYear, lastMonth] = [Math.floor(total / 12), (total % 12) + 1];
  return midnightOf(dayAfter(lastYear, lastMonth, Math.min(day, daysIn(lastYear, lastMonth)), until), zone);
}
