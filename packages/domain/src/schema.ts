import { z } from "zod";
import { type Amount, amountIntegerDigitsMax, isAmountNumber, parseAmount } from "./amount.ts";
import type { ErrorCode } from "./error.ts";
import { parseId } from "./id.ts";

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

type Refine<T> = (value: T) => boolean;

function refused<T>(code: ErrorCode, text: string, accepts: Refine<T>) {
  return z.refine<T>(accepts, { params: { code, text }, abort: true });
}

export const isText: Refine<string> = (value) => value.isWellFormed() && !value.includes("\0");

/** Well-formed text of at most `lengthMax` UTF-16 units; may be empty. */
export function textSchema(lengthMax: number = stringLengthMax) {
  return z
    .string()
    .check(
      refused<string>("Error_Field_Length", `At most ${lengthMax} characters.`, (value) => value.length <= lengthMax),
      refused<string>("Error_Field_Text", "NUL and lone surrogates are not text.", isText),
    )
    .meta({ maxLength: lengthMax });
}

export function requiredTextSchema(lengthMax: number = stringLengthMax) {
  return z
    .string()
    .check(
      refused<string>("Error_Field_Required", "A value is required.", (value) => value !== ""),
      refused<string>("Error_Field_Length", `At most ${lengthMax} characters.`, (value) => value.length <= lengthMax),
      refused<string>("Error_Field_Text", "NUL and lone surrogates are not text.", isText),
    )
    .meta({ minLength: 1, maxLength: lengthMax });
}

/** Text of a form; empty means unset. */
export function patternSchema(form: string, accepts: Refine<string>) {
  return textSchema()
    .check(refused<string>("Error_Field_Format", form, (value) => value === "" || accepts(value)))
    .meta({ description: form });
}

const isoDate = z.iso.date();

function isInYears(iso: string): boolean {
  const year = Number(iso.slice(0, 4));
  return year >= yearMin && year <= yearMax;
}

/** A day of the calendar, `YYYY-MM-DD`, years 1900 to 9999. */
export const dateSchema = z
  .string()
  .check(
    refused<string>(
      "Error_Field_Format",
      "A date of the form YYYY-MM-DD that exists.",
      (value) => isoDate.safeParse(value).success,
    ),
    refused<string>("Error_Field_Range", `A year from ${yearMin} to ${yearMax}.`, isInYears),
  )
  .meta({ format: "date" });

const isoTimestamp = z.regexes.datetime({ offset: true });

const timestampText = z.string().meta({ format: "date-time" });

/** An instant in ISO 8601 with any offset; parsed to UTC with milliseconds and a trailing Z. */
export const timestampSchema = timestampText.transform((value, context) => {
  const iso = isoTimestamp.test(value) ? new Date(value).toISOString() : undefined;
  if (iso !== undefined && isInYears(iso)) return iso;
  const code: ErrorCode = iso === undefined ? "Error_Field_Format" : "Error_Field_Range";
  const text = iso === undefined ? "A timestamp of ISO 8601 that exists." : `A year from ${yearMin} to ${yearMax}.`;
  context.issues.push({ code: "custom", input: value, params: { code, text } });
  return z.NEVER;
});

/** A JSON number that is an exact decimal: at most 4 fraction digits, below 10^11 in size. */
export function amountSchema(range: string = "A number.", accepts: Refine<number> = () => true) {
  return z
    .number()
    .check(
      refused<number>("Error_Field_Range", "At most 4 decimals, and below 100000000000 in size.", isAmountNumber),
      refused<number>("Error_Field_Range", range, accepts),
    )
    .meta({ exclusiveMinimum: -amountSize, exclusiveMaximum: amountSize, description: range });
}

/** A decimal written as a string and kept as it was sent; empty means unset. */
export function amountTextSchema(range: string, accepts: Refine<Amount>) {
  return patternSchema("A decimal with at most 4 decimals, as a string.", (value) => parseAmount(value) !== undefined)
    .check(
      refused<string>("Error_Field_Range", range, (value) => value === "" || accepts(parseAmount(value) as Amount)),
    )
    .meta({ description: `A decimal with at most 4 decimals, as a string. ${range}` });
}

/** A whole JSON number within the bounds, both included. */
export function integerSchema(min: number, max: number) {
  return z
    .number()
    .check(
      refused<number>(
        "Error_Field_Range",
        `A whole number from ${min} to ${max}.`,
        (value) => Number.isInteger(value) && value >= min && value <= max,
      ),
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
export function requiredPatternSchema(form: string, accepts: Refine<string>) {
  return requiredTextSchema()
    .check(refused<string>("Error_Field_Format", form, accepts))
    .meta({ description: form });
}

/** A record's public ID, of any class. */
export const idSchema = requiredTextSchema().check(
  refused<string>("Error_Field_Format", "An object's ID.", (value) => parseId(value) !== undefined),
);
