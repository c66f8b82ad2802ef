import { z } from "zod";
import { type Refine, type Refusal, refused } from "./schema.ts";

const yearMin = 1900;
const yearMax = 9999;
const yearPattern = /^(?:19|[2-9]\d)\d\d-/;

const isoDate = z.iso.date();

const isInYears: Refine<string> = (iso) => yearPattern.test(iso);

/** Text whose form is checked; a value of another type is refused with an example of the form. */
const textLike = (example: string) => z.string({ error: `a string such as "${example}"` });

const yearRange = `A year from ${yearMin} to ${yearMax}.`;
export const dateForm = "A date that exists, of the form YYYY-MM-DD.";

/** A day of the calendar, `YYYY-MM-DD`, years 1900 to 9999. */
export const dateSchema = textLike("1990-12-31")
  .check(
    refused<string>("Error_Field_Format", dateForm, (value) => isoDate.safeParse(value).success),
    refused<string>("Error_Field_Range", yearRange, isInYears),
  )
  .meta({ format: "date", pattern: yearPattern.source });

const isoTimestamp = z.regexes.datetime({ offset: true });
const isoMinute = z.regexes.datetime({ offset: true, precision: -1 });
const isTimestamp: Refine<string> = (text) => isoTimestamp.test(text) || isoMinute.test(text);
const plainOffset = /([+-]\d\d)(\d\d)$/;

const timestampExample = "2026-05-04T09:30:00+02:00";
export const timestampForm = `A timestamp that exists, with its offset from UTC: ${timestampExample} or 2026-05-04T07:30Z.`;
const offsetMissing = `Its offset from UTC is missing: write ${timestampExample}, or Z instead of +02:00.`;

const dayPattern = `^(?=${yearPattern.source.slice(1)})${z.regexes.date.source.slice(1, -1)}`;

/**
 * All accepted forms in one pattern: the format `date-time` has no `+0200` and requires seconds. The years are those of
 * the instant in UTC; the pattern agrees except for the hours around the start of 1900.
 */
export const timestampPattern = [
  dayPattern,
  "[Tt](?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d(?:\\.\\d+)?)?",
  "(?:[Zz]|[+-](?:[01]\\d|2[0-3]):?[0-5]\\d)$",
].join("");
const timestampText = textLike(timestampExample).meta({ pattern: timestampPattern, description: timestampForm });

/** An instant in ISO 8601 with any offset, `+02:00` or `+0200`; parsed to UTC with milliseconds and a trailing Z. */
export const timestampSchema = timestampText.transform((value, context) => {
  const iso = isoOf(value) ?? isoOf(spellOut(value));
  if (iso !== undefined && isInYears(iso)) return iso;
  const params: Refusal = iso === undefined ? formRefusal(value) : { code: "Error_Field_Range", text: yearRange };
  context.issues.push({ code: "custom", input: value, params });
  return z.NEVER;
});

const isoOf = (text: string) => (isTimestamp(text) ? new Date(text).toISOString() : undefined);
/** Rewrites `t`, `z` and `+0200` to ISO 8601's extended form. */
const spellOut = (text: string) => text.toUpperCase().replace(plainOffset, "$1:$2");

function formRefusal(value: string): Refusal {
  return { code: "Error_Field_Format", text: isTimestamp(`${spellOut(value)}Z`) ? offsetMissing : timestampForm };
}

const orNothing = (form: string, pattern: string) => ({
  description: `${form} Empty for none.`,
  pattern: `^$|${pattern}`,
});
/** The text of a date, or of a timestamp, that an Edit can clear. Its form is checked by `clearable`. */
export const clearableDateText = textLike("1990-12-31").meta(orNothing(dateForm, `${dayPattern}$`));
export const clearableTimestampText = textLike(timestampExample).meta(orNothing(timestampForm, timestampPattern));

/** A value in an Edit: `""` clears it, which gives null. Absent and null both mean unchanged, which gives undefined. */
export function clearable(text: z.ZodType<string, string>, schema: z.ZodType<string, string>) {
  return text
    .nullish()
    .transform((value) => (value === "" ? null : (value ?? undefined)))
    .pipe(schema.nullish());
}

/** Whether a text names a time zone. Second names, such as Asia/Kolkata, do, although Node.js does not list them; offsets do not. */
export function isTimeZone(zone: string): boolean {
  try {
    return /^[A-Z]/.test(zone) && Boolean(new Intl.DateTimeFormat("en", { timeZone: zone }));
  } catch {
    return false;
  }
}
