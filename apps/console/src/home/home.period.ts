import { movedDay } from "@rewards/operations";

/** The periods that Home offers, in days, and their names. */
export const periods = { 7: "7 d", 30: "30 d", 90: "90 d", 365: "Year" } as const;

export type PeriodDays = keyof typeof periods;

/** The period that an address asks for, if it does. */
export const periodOf = (text: string | undefined): PeriodDays | undefined =>
  text !== undefined && Object.hasOwn(periods, text) ? (Number(text) as PeriodDays) : undefined;

/** So many days up to this one, the first first. */
export const daysUntil = (last: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => movedDay(last, index + 1 - count));

const dayFormat = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
const fullFormat = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });

/** `4 May`. */
export const sayDay = (day: string): string => dayFormat.format(Date.parse(day));
/** `4 May 2026`. */
export const sayFullDay = (day: string): string => fullFormat.format(Date.parse(day));
