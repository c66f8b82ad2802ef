import { z } from "zod";
import {
  type Amount,
  amountFractionDigits,
  amountIntegerDigitsMax,
  amountPattern,
  isAmountNumber,
  parseAmount,
} from "./amount.ts";
import { idPattern } from "./answer.ts";
import type { ErrorCode } from "./error.table.ts";

/**
 * The kinds of values of fields and view parameters. Every schema here reports its refusals by error code, and
 * describes its checks in its metadata as JSON Schema, which the API's description shows.
 */
export const stringLengthMax = 255;
export const descriptionLengthMax = 4_000;
export const originLengthMax = 64;

export type Refine<T> = (value: T) => boolean;
/** The form of a text. A pattern appears in the API's description; a function's check is described in words. */
export type TextForm = RegExp | Refine<string>;

/** What an issue of these schemas has: the code, and the text that says what is wanted. */
export interface Refusal {
  readonly code: ErrorCode;
  readonly text: string;
}

export function refused<T>(code: ErrorCode, text: string, accepts: Refine<T>) {
  return z.refine<T>(accepts, { params: { code, text }, abort: true });
}

export const isText: Refine<string> = (value) => value.isWellFormed() && !value.includes("\0");
/** What a pattern can express of `isText`: JSON Schema has nothing for lone surrogates. */
export const textPattern = "^[^\\u0000]*$";

/**
 * Whether a text has at most `lengthMax` characters, counted as code points like the API's description and Postgres do.
 * A text has at most as many code points as UTF-16 units, and at least half as many.
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
  /** A JSON value. Pages and constants need none: theirs is derived from their fields or their value. */
  readonly example?: unknown;
  /** The field, which the service writes, may be null. */
  readonly isNullable?: true;
}

/** Adds the value's meaning and example to the schema's metadata; the meaning precedes what its checks want. */
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

/** Text of a given form; empty means unset. @param shown what the description can express of a function's check. */
export function patternSchema(form: string, accepts: TextForm, shown = accepts) {
  const isOfForm = refineOf(accepts);
  return textSchema()
    .check(refused<string>("Error_Field_Format", form, (value) => value === "" || isOfForm(value)))
    .meta({ description: form, ...(shown instanceof RegExp && { pattern: `^$|${shown.source}` }) });
}

function refineOf(accepts: TextForm): Refine<string> {
  return accepts instanceof RegExp ? (value) => accepts.test(value) : accepts;
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

/** Absent and null both mean the default. */
export function optional<Output>(schema: z.ZodType<Output>, otherwise: Output): z.ZodType<Output> {
  const isTold = otherwise !== undefined && otherwise !== null;
  const given = isTold ? schema.nullish().meta({ default: otherwise }) : schema.nullish();
  return given.transform((value) => value ?? otherwise);
}

/** Marks values that stay absent, in the schemas of the API's description. */
export const rareMark = "x-may-be-absent";

/** Absent, null and "" all mean that the value stays absent. */
export function rare<Output extends string | number>(schema: z.ZodType<Output>): z.ZodType<Output | undefined> {
  const mark = { [rareMark]: true };
  return schema
    .meta(mark)
    .nullish()
    .meta(mark)
    .transform((value) => value || undefined);
}

/** Required text of a given form. */
export function requiredPatternSchema(form: string, accepts: TextForm) {
  return requiredTextSchema()
    .check(refused<string>("Error_Field_Format", form, refineOf(accepts)))
    .meta({ description: form, ...(accepts instanceof RegExp && { pattern: accepts.source }) });
}

/** A record's public ID, of any class. */
export const idSchema = requiredPatternSchema("An object's ID.", idPattern);

const amountSize = 10 ** amountIntegerDigitsMax;

export const amountForm = `At most 4 decimals, and below ${amountSize} in size.`;

/**
 * A JSON number. One that is too large for JavaScript, or has too many digits, arrives as Infinity and is out of range.
 */
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

/** In words: with `multipleOf: 0.0001`, validators that divide in binary refuse a quarter of all prices. */
const describeAmount = (range: string) => `${range} At most ${amountFractionDigits} decimals.`.trim();

/** A decimal written as a string and kept as sent; empty means unset. */
export function amountTextSchema(range: string, accepts: Refine<Amount>, shown: RegExp = amountPattern) {
  return patternSchema("A decimal with at most 4 decimals, as a string.", amountPattern)
    .check(
      refused<string>("Error_Field_Range", range, (value) => value === "" || accepts(parseAmount(value) as Amount)),
    )
    .meta({ description: `A decimal with at most 4 decimals, as a string. ${range}`, pattern: `^$|${shown.source}` });
}

/** A whole JSON number within the inclusive bounds. */
export function integerSchema(min: number, max: number) {
  const range = `A whole number from ${min} to ${max}.`;
  return numberWithin(range)
    .check(
      refused<number>("Error_Field_Range", range, (value) => Number.isInteger(value) && value >= min && value <= max),
    )
    .meta({ type: "integer", minimum: min, maximum: max });
}

/** One to `countMax` items. They are counted before they are parsed: too many bad ones get one detail, not one for each. */
export function itemsSchema<Item>(item: z.ZodType<Item>, countMax: number) {
  const error = `an array of 1 to ${countMax} items`;
  return z.array(z.unknown(), { error }).min(1, error).max(countMax, error).pipe(z.array(item));
}
