/** The period to the end of which an award lives. */
export const expiryUntils = ["day", "month", "quarter", "year"] as const;
export type ExpiryUntil = (typeof expiryUntils)[number];

/** A number of months, to the end of a period. */
export interface Span {
  readonly months: number;
  readonly until: ExpiryUntil;
}

const dayMs = 86_400_000;
/** Months of the periods that are longer than a day. */
const periodMonths: Readonly<Record<ExpiryUntil, number>> = { day: 0, month: 1, quarter: 3, year: 12 };

/** The calendar day at an instant: days since 1970-01-01. */
const dayAt = (instantMs: number, timeZone: string) => Math.floor((instantMs + offsetAt(instantMs, timeZone)) / dayMs);

/** A day's midnight by the offset of the day before and by that of the day after. They differ around a clock change. */
function midnightsOf(day: number, timeZone: string): { readonly before: number; readonly after: number } {
  const shown = day * dayMs;
  return {
    before: shown - offsetAt(shown - dayMs, timeZone),
    after: shown - offsetAt(shown + dayMs, timeZone),
  };
}

/**
 * The instant of the midnight that begins a day, as Postgres' `at time zone` gives it: the first instant of the day if
 * clocks skip midnight, the second midnight if they show it twice.
 */
function midnightOf(day: number, timeZone: string): number {
  const { before, after } = midnightsOf(day, timeZone);
  return isShown(after, day, timeZone) ? after : before;
}

/** The first instant of a day. Differs from `midnightOf` if clocks show midnight twice. */
function beginOf(day: number, timeZone: string): number {
  const { before, after } = midnightsOf(day, timeZone);
  return isShown(before, day, timeZone) || !isShown(after, day, timeZone) ? before : after;
}

const isShown = (instantMs: number, day: number, timeZone: string) =>
  instantMs + offsetAt(instantMs, timeZone) === day * dayMs;

/** Months since the year 0. */
function monthOf(day: number): number {
  const date = new Date(day * dayMs);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

const firstOf = (month: number) => Date.UTC(Math.floor(month / 12), month % 12) / dayMs;

/** The same day of a later month, or that month's last day: 31 January plus 1 month is 28 or 29 February. */
function addMonths(day: number, months: number): number {
  const month = monthOf(day);
  return Math.min(firstOf(month + months) + day - firstOf(month), firstOf(month + months + 1) - 1);
}

/** The instant at which a span that begins at `atMs` ends: the midnight after its last day. */
export function spanEnd({ months, until }: Span, atMs: number, timeZone: string): number {
  const day = addMonths(dayAt(atMs, timeZone), months);
  const period = periodMonths[until];
  const next = period === 0 ? day + 1 : firstOf((Math.floor(monthOf(day) / period) + 1) * period);
  return midnightOf(next, timeZone);
}

/** The inverse of `spanEnd`: the last instant whose span has ended at `atMs`. */
export function spanBegin({ months, until }: Span, atMs: number, timeZone: string): number {
  const shown = dayAt(atMs, timeZone);
  // Midnights at or before `atMs` begin this day and earlier ones.
  const today = midnightOf(shown, timeZone) <= atMs ? shown : shown - 1;
  return beginOf(lastEnded({ months, until }, today) + 1, timeZone) - 1;
}

/** The last day whose span ends before the day `today` begins. */
function lastEnded({ months, until }: Span, today: number): number {
  const period = periodMonths[until];
  if (period > 0) return firstOf(Math.floor(monthOf(today) / period) * period - months) - 1;
  const end = today - 1;
  const month = monthOf(end);
  const [begin, next] = [firstOf(month - months), firstOf(month - months + 1)];
  // All days that were moved back to the end of a short month count.
  return end === firstOf(month + 1) - 1 ? next - 1 : Math.min(begin + end - firstOf(month), next - 1);
}

/** The fewest whole days between a day and the same day so many months later: 28 for 1 month, 365 for 12. */
export function shortestDays(months: number): number {
  const first = 2_001 * 12;
  const lengths = Array.from({ length: 48 }, (_, index) => {
    const day = firstOf(first + index + 1) - 1;
    return addMonths(day, months) - day;
  });
  return Math.min(...lengths);
}

const quarterHourMs = 900_000;

/** Caches a zone's offset in the quarter of an hour that was used last: sales of a batch are close in time. */
interface Zone {
  readonly format: Intl.DateTimeFormat;
  quarter: number;
  offsetMs: number;
}

const zones = new Map<string, Zone>();

/**
 * How much the clocks of an IANA time zone are ahead of UTC at an instant, ms.
 * @throws RangeError if the zone is unknown.
 */
export const offsetAt = (instantMs: number, timeZone: string): number => offsetOf(instantMs, zoneOf(timeZone));

/** Cached: creating a format takes 50 times as long as using it. */
function zoneOf(timeZone: string): Zone {
  let zone = zones.get(timeZone);
  if (!zone) {
    const format = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
    zone = { format, quarter: Number.NaN, offsetMs: 0 };
    zones.set(timeZone, zone);
  }
  return zone;
}

/** Offsets change at full quarters of an hour, but did not always. A quarter is cached only if it has one offset. */
function offsetOf(instantMs: number, zone: Zone): number {
  const quarter = Math.floor(instantMs / quarterHourMs);
  if (quarter === zone.quarter) return zone.offsetMs;
  const first = readOffset(quarter * quarterHourMs, zone.format);
  const last = readOffset((quarter + 1) * quarterHourMs - 1, zone.format);
  if (first !== last) return readOffset(instantMs, zone.format);
  zone.quarter = quarter;
  zone.offsetMs = first;
  return first;
}

/** `GMT`, `GMT+02:00`, or with seconds in years before zones had full minutes. */
const offsetPattern = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/;

function readOffset(instantMs: number, format: Intl.DateTimeFormat): number {
  const match = offsetPattern.exec(format.format(instantMs));
  if (!match) throw new Error("this Node.js writes time zone offsets in another form");
  const [, sign, hours = "0", minutes = "0", seconds = "0"] = match;
  const offsetMs = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000;
  return sign === "-" ? -offsetMs : offsetMs;
}
