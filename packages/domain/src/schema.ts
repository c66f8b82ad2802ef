import { z } from "zod";
import {
  type Amount,
  amountFractionDigits,
  amountIntegerDigitsMax,
  amountPattern,
  isAmountNumber,
  parseAmount,
} from "./amount.ts";
import type { ErrorCode } from "./error.ts";
import { idPattern } from "./id.ts";

/**
 * The kinds of value that fields and view parameters have. Every schema here reports its refusals by error code, and
 * says in its metadata, in the words of JSON Schema, what its checks hold a value to: the API's description shows that.
 */
export const stringLengthMax = 255;
export const descriptionLengthMax = 4_000;
export const originLengthMax = 64;
const amountSize = 10 ** amountIntegerDigitsMax;
const yearMin = 1900;
const yearMax = 9999;
const yearPattern = /^(?:19|[2-9]\d)\d\d-/;

type Refine<T> = (value: T) => boolean;
/** The form of a text. A pattern reaches the API's description; what only a function can tell is described in words. */
export type TextForm = RegExp | Refine<string>;

/** What an issue of a schema here carries: the code, and the text that says what is wanted. */
interface Refusal {
  readonly code: ErrorCode;
  readonly text: string;
}

function refused<T>(code: ErrorCode, text: string, accepts: Refine<T>) {
  return z.refine<T>(accepts, { params: { code, text }, abort: true });
}

export const isText: Refine<string> = (value) => value.isWellFormed() && !value.includes("\0");
/** As far as a pattern can say it: no JSON Schema tells of lone surrogates. */
const textPattern = "^[^\\u0000]*$";

/**
 * Whether a text has at most so many characters: code points, as the API's description and Postgres count them. It has
 * at most as many as UTF-16 units, and at least half.
 */
export function fitsLength(value: string, lengthMax: number): boolean {
  if (value.length <= lengthMax) return true;
  return value.length <= 2 * lengthMax && [...value].length <= lengthMax;
}

const lengthUpTo = (lengthMax: number) =>
  refused<string>("Error_Field_Length", `At most ${lengthMax} characters.`, (value) => fitsLength(value, lengthMax));
const wellFormed = refused<string>("Error_Field_Text", "NUL and lone surrogates are not text.", isText);

/** What a field or a parameter means, and an example of its value. */
export interface FieldDoc {
  readonly text: string;
  /** As JSON has it. Pages and constants need none: theirs follows from their fields or their value. */
  readonly example?: unknown;
  /** The service, which writes the field, may show null. */
  readonly isNullable?: true;
}

/** The schema, which says in its metadata what the value means, before what its checks want, and gives the example. */
export function documented<T extends z.ZodType>(schema: T, { text, example }: FieldDoc): T {
  const description = [text, schema.meta()?.description].filter(Boolean).join(" ");
  return schema.meta({ description, ...(example !== undefined && { examples: [example] }) }) as T;
}

/** Well-formed text of at most `lengthMax` code points; may be empty. */
export function textSchema(lengthMax: number = stringLengthMax) {
  return z.string().check(lengthUpTo(lengthMax), wellFormed).meta({ maxLength: lengthMax, pattern: textPattern });
}

export function requiredTextSchema(lengthMax: number = stringLengthMax) {
  return z
    .string()
    .check(
      refused<string>("Error_Field_Required", "A value is required.", (value) => value !== ""),
      lengthUpTo(lengthMax),
      wellFormed,
    )
    .meta({ minLength: 1, maxLength: lengthMax, pattern: textPattern });
}

/** Text of a form; empty means unset. */
export function patternSchema(form: string, accepts: TextForm) {
  const isOfForm = refineOf(accepts);
  return textSchema()
    .check(refused<string>("Error_Field_Format", form, (value) => value === "" || isOfForm(value)))
    .meta({ description: form, ...(accepts instanceof RegExp && { pattern: `^$|${accepts.source}` }) });
}

function refineOf(accepts: TextForm): Refine<string> {
  return accepts instanceof RegExp ? (value) => accepts.test(value) : accepts;
}

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

/**
 * What is taken, in one pattern: the format `date-time` has no `+0200`, and wants seconds. The years are those of the
 * instant in UTC, as the pattern has them but for the hours around the first of 1900.
 */
const timestampPattern = [
  `^(?=${yearPattern.source.slice(1)})${z.regexes.date.source.slice(1, -1)}`,
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
/** `t`, `z` and `+0200` as ISO 8601's extended form has them. */
const spellOut = (text: string) => text.toUpperCase().replace(plainOffset, "$1:$2");

function formRefusal(value: string): Refusal {
  return { code: "Error_Field_Format", text: isTimestamp(`${spellOut(value)}Z`) ? offsetMissing : timestampForm };
}

export const amountForm = `At most 4 decimals, and below ${amountSize} in size.`;

/** A JSON number; one that is too large for JavaScript, or has too many digits, comes as Infinity and is out of range. */
const numberWithin = (range: string) =>
  z.number({ error: ({ input }) => (typeof input === "number" ? range : undefined) });

/** A JSON number that is an exact decimal: at most 4 fraction digits, below 10^11 in size. */
export function amountSchema(
  range: string = "",
  accepts: Refine<number> = () => true,
  form: Readonly<Record<string, unknown>> = {},
) {
  return numberWithin(amountForm)
    .check(
      refused<number>("Error_Field_Range", amountForm, isAmountNumber),
      refused<number>("Error_Field_Range", range, accepts),
    )
    .meta({ exclusiveMinimum: -amountSize, exclusiveMaximum: amountSize, description: describeAmount(range), ...form });
}

/** In words: validators that divide in binary refuse a quarter of all prices by `multipleOf: 0.0001`. */
const describeAmount = (range: string) => `${range} At most ${amountFractionDigits} decimals.`.trim();

/** A decimal written as a string and kept as it was sent; empty means unset. */
export function amountTextSchema(range: string, accepts: Refine<Amount>, shown: RegExp = amountPattern) {
  return patternSchema("A decimal with at most 4 decimals, as a string.", amountPattern)
    .check(
      refused<string>("Error_Field_Range", range, (value) => value === "" || accepts(parseAmount(value) as Amount)),
    )
    .meta({ description: `A decimal with at most 4 decimals, as a string. ${range}`, pattern: `^$|${shown.source}` });
}

/** A whole JSON number within the bounds, both included. */
export function integerSchema(min: number, max: number) {
  const range = `A whole number from ${min} to ${max}.`;
  return numberWithin(range)
    .check(
      refused<number>("Error_Field_Range", range, (value) => Number.isInteger(value) && value >= min && value <= max),
    )
    .meta({ type: "integer", minimum: min, maximum: max });
}

/** One of these texts. */
export function oneOfSchema<Text extends string>(texts: readonly Text[]): z.ZodType<Text> {
  const known = z
    .string()
    .check(
      refused<string>("Error_Field_Format", `One of ${texts.join(", ")}.`, (value) => texts.includes(value as Text)),
    )
    .meta({ enum: texts });
  return known as unknown as z.ZodType<Text>;
}

/** Absent and null are the same: the default. */
export function optional<Output>(schema: z.ZodType<Output>, otherwise: Output): z.ZodType<Output> {
  const isTold = otherwise !== undefined && otherwise !== null;
  const given = isTold ? schema.nullish().meta({ default: otherwise }) : schema.nullish();
  return given.transform((value) => value ?? otherwise);
}

/** Text of a form that must be given. */
export function requiredPatternSchema(form: string, accepts: TextForm) {
  return requiredTextSchema()
    .check(refused<string>("Error_Field_Format", form, refineOf(accepts)))
    .meta({ description: form, ...(accepts instanceof RegExp && { pattern: accepts.source }) });
}

/** A record's public ID, of any class. */
export const idSchema = requiredPatternSchema("An object's ID.", idPattern);
