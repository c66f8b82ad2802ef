import { amountOf, dayMs, localMsOf, multiplyRounded, parseAmount, showAmount } from "@rewards/domain";

/** How the numbers of a file are written, by the sign before their decimals. */
export const numberForms = { "1,234.5": [",", "."], "1.234,5": [".", ","] } as const;
export type NumberForm = keyof typeof numberForms;

/**
 * Reads `$1,234.50`, `(3.00)` or `-3`; signs of currencies do not count.
 * @returns it as decimal text; undefined if it is no number of at most four decimals.
 */
export function readNumber(text: string, form: NumberForm): string | undefined {
  const [group, point] = numberForms[form];
  const bare = text.replace(/[\p{Sc}\s]/gu, "");
  const [, open, sign, digits = "", close] = /^(\()?(-?)([\d.,]+)(\))?$/.exec(bare) ?? [];
  const [whole = "", fraction, ...more] = digits.split(point);
  const groups = whole.split(group);
  const isGrouped =
    groups.length === 1 || groups.every((one, index) => (index === 0 ? /^\d{1,3}$/ : /^\d{3}$/).test(one));
  if (more.length > 0 || !isGrouped || Boolean(open) !== Boolean(close)) return undefined;
  const decimals = fraction?.replace(/0+$/, "");
  const decimal = `${open || sign ? "-" : ""}${groups.join("") || "0"}${decimals ? `.${decimals}` : ""}`;
  const amount = parseAmount(decimal);
  return amount === undefined || !/\d/.test(digits) ? undefined : showAmount(amount);
}

/** The product of two decimals, to four decimals. */
export const multiply = (one: string, other: string): string =>
  showAmount(multiplyRounded(amountOf(one), amountOf(other), 4, "half-up"));

/** Parts of a form of dates: `MM/DD/YYYY hh:mm A`. */
const parts: Readonly<Record<string, string>> = {
  YYYY: "(?<year>\\d{4})",
  YY: "(?<shortYear>\\d{2})",
  MM: "(?<month>\\d{1,2})",
  DD: "(?<day>\\d{1,2})",
  HH: "(?<hour>\\d{1,2})",
  hh: "(?<hour>\\d{1,2})",
  mm: "(?<minute>\\d{2})",
  ss: "(?<second>\\d{2})(?:\\.\\d+)?",
  A: "(?<half>[AaPp])\\.?[Mm]\\.?",
  Z: "(?<offset>[Zz]|[+-]\\d\\d:?\\d\\d)",
};
const partPattern = new RegExp(Object.keys(parts).join("|"), "g");

/** A form of dates, ready to read with. */
export type DateForm = RegExp;

export const dateForm = (form: string): DateForm => {
  const escaped = form.replace(/[$()*+.?[\\\]^{|}]/g, "\\$&").replace(/ /g, "\\s+");
  return new RegExp(`^${escaped.replace(partPattern, (part) => parts[part] as string)}$`);
};

/** A time as a file shows it: the same clock in UTC, ms; the offset if it has one. */
interface Shown {
  readonly ms: number;
  readonly offset: string | undefined;
}

/** @returns null for a date without a year, undefined for none of the forms. */
function readShown(text: string, forms: readonly DateForm[]): Shown | null | undefined {
  for (const form of forms) {
    const found = form.exec(text)?.groups;
    if (!found) continue;
    const { year, shortYear, month = "1", day = "1", hour = "0", minute = "0", second = "0", half, offset } = found;
    if (year === undefined && shortYear === undefined) return null;
    const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === "p" ? 12 : 0) : Number(hour);
    const fields = [
      Number(year ?? `20${shortYear}`),
      Number(month) - 1,
      Number(day),
      hours,
      Number(minute),
      Number(second),
    ];
    const at = new Date(Date.UTC(...(fields as [number, number])));
    const back = [
      at.getUTCFullYear(),
      at.getUTCMonth(),
      at.getUTCDate(),
      at.getUTCHours(),
      at.getUTCMinutes(),
      at.getUTCSeconds(),
    ];
    if (fields.every((field, index) => field === back[index])) return { ms: at.getTime(), offset };
  }
  return undefined;
}

/**
 * Reads a time by the first form that fits. Without an offset it is of the zone's clocks: the first of two instants that
 * show it, and if clocks skip it, the instant that they would have shown it at.
 * @returns it in ISO 8601; null to leave it out, undefined if no form fits or the zone is missing.
 */
export function readTime(
  text: string,
  forms: readonly DateForm[],
  zone: string | undefined,
): string | null | undefined {
  const shown = readShown(text, forms);
  if (!shown) return shown;
  if (shown.offset !== undefined) return new Date(shown.ms).toISOString().replace(/Z$/, shown.offset);
  if (zone === undefined) return undefined;
  const instants = [-dayMs, dayMs].map((away) => shown.ms - (localMsOf(shown.ms + away, zone) - (shown.ms + away)));
  const at = instants.find((one) => localMsOf(one, zone) === shown.ms) ?? (instants[0] as number);
  return new Date(at).toISOString();
}

/** As `readTime`, for a day. */
export function readDay(text: string, forms: readonly DateForm[]): string | null | undefined {
  const shown = readShown(text, forms);
  return shown && new Date(shown.ms).toISOString().slice(0, 10);
}
