import type { RuleBody } from "@rewards/domain";

/** Some months that a page shows. */
export interface Calendar {
  /** `2026-05` */
  readonly first: string;
  readonly months: number;
}

export const calendarPath = "/earning-rules/calendar";

const monthsShown = 12;
const monthsBefore = 3;

const utcOf = (month: string) => Date.parse(`${month}-01T00:00Z`);

/** So many months later. */
export function movedMonth(month: string, months: number): string {
  const date = new Date(utcOf(month));
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.toISOString().slice(0, 7);
}

/**
 * A year, by default from three months ago.
 * @param asked the first month that an address asks for. @param now what clocks show: `2026-05-01T00:00:00`.
 */
export function calendarFrom(asked: string | undefined, now: string): Calendar {
  const isMonth = asked !== undefined && /^(?:19|20|21)\d\d-(?:0[1-9]|1[0-2])$/.test(asked);
  return { first: isMonth ? asked : movedMonth(now.slice(0, 7), -monthsBefore), months: monthsShown };
}

export const monthBegins = ({ first, months }: Calendar): string[] =>
  Array.from({ length: months }, (_, index) => movedMonth(first, index));

const monthFormat = new Intl.DateTimeFormat("en-GB", { month: "short", year: "numeric", timeZone: "UTC" });
/** `May 2026` */
export const sayMonth = (month: string): string => monthFormat.format(utcOf(month));

/** Where a time is, in months since the calendar begins. */
function monthsTo({ first }: Calendar, local: string): number {
  const month = local.slice(0, 7);
  const [year = 0, number = 0] = month.split("-").map(Number);
  const [firstYear = 0, firstNumber = 0] = first.split("-").map(Number);
  const share = (Date.parse(`${local}Z`) - utcOf(month)) / (Date.UTC(year, number) - Date.UTC(year, number - 1));
  return (year - firstYear) * 12 + number - firstNumber + share;
}

/** Where a rule begins and ends in the calendar, in months since its begin; undefined if it does not hold in it. */
export function placeIn(
  calendar: Calendar,
  { from, to }: Pick<RuleBody, "from" | "to">,
): readonly [begin: number, end: number] | undefined {
  const begin = from === undefined ? 0 : Math.max(0, monthsTo(calendar, from));
  const end = to === undefined ? calendar.months : Math.min(calendar.months, monthsTo(calendar, to));
  return begin > end || begin >= calendar.months || end < 0 ? undefined : [begin, end];
}
