import { amountOf, formatAmount, isAmountNumber, parseAmount } from "../amount.ts";
import { parseId } from "../answer.ts";
import { idPrefixOf } from "../registry.ts";
import { dateForm, dateSchema, timestampForm, timestampSchema } from "../schema.time.ts";
import { amountForm, descriptionLengthMax, fitsLength, isText } from "../schema.ts";
import type { QueryField, QueryType, QueryValue } from "./query.ts";

const userClass = "User";
const userPrefix = "USR-";

type Parse = (given: unknown, field: Pick<QueryField, "class">) => QueryValue | undefined;

const text: Parse = (given) =>
  typeof given === "string" && fitsLength(given, descriptionLengthMax) && isText(given) ? given : undefined;

const boolean: Parse = (given) => {
  if (typeof given === "boolean") return given;
  return given === "true" ? true : given === "false" ? false : undefined;
};

const integer: Parse = (given) => {
  const number = typeof given === "string" && /^-?\d{1,15}$/.test(given) ? Number(given) : given;
  return Number.isSafeInteger(number) ? (number as number) : undefined;
};

const amount: Parse = (given) => {
  if (typeof given === "number") return isAmountNumber(given) ? formatAmount(amountOf(given)) : undefined;
  const parsed = typeof given === "string" ? parseAmount(given) : undefined;
  return parsed === undefined ? undefined : formatAmount(parsed);
};

/** Converts an ID as shown to its stored form: the record's UUID, or a user's name. */
const id: Parse = (given, field) => {
  if (typeof given !== "string") return undefined;
  if (field.class === userClass)
    return given.startsWith(userPrefix) ? text(given.slice(userPrefix.length), field) : undefined;
  const parsed = parseId(given);
  if (!parsed || (field.class !== undefined && idPrefixOf(field.class) !== parsed.prefix)) return undefined;
  return parsed.uuid;
};

const parsers: Readonly<Record<QueryType, Parse>> = {
  text,
  boolean,
  integer,
  amount,
  timestamp: (given) => timestampSchema.safeParse(given).data,
  date: (given) => dateSchema.safeParse(given).data,
  reference: id,
  id,
};

/**
 * Parses a value by the field's type; numbers and booleans may also be texts. Undefined if it does not have that type.
 */
export function parseValue(field: QueryField, given: unknown): QueryValue | undefined {
  return parsers[field.type](given, field);
}

const wantedId = (className: string | undefined) => {
  if (className === userClass) return `A user's ID: ${userPrefix} and the name.`;
  const prefix = className === undefined ? undefined : idPrefixOf(className);
  return prefix === undefined ? "An object's ID." : `An ID that begins with ${prefix}-.`;
};

const wantedValues: Readonly<Record<Exclude<QueryType, "reference" | "id">, string>> = {
  text: `A text of at most ${descriptionLengthMax} characters, as a string.`,
  boolean: "True or false.",
  integer: "A whole number of at most 15 digits.",
  amount: `A number, or a string that holds one. ${amountForm}`,
  timestamp: timestampForm,
  date: dateForm,
};

/** What a value that is compared with the field must be, as text for a person. */
export function wantedValue({ type, class: className }: QueryField): string {
  return type === "reference" || type === "id" ? wantedId(className) : wantedValues[type];
}

/** The kind of a value in the database. */
export type ValueKind = Exclude<QueryType, "reference" | "id"> | "uuid";

/** Users are identified by name, and targets of references without a class by class and UUID: both as text. */
export function valueKindOf(field: QueryField): ValueKind {
  if (field.type !== "reference" && field.type !== "id") return field.type;
  return field.class === undefined || field.class === userClass ? "text" : "uuid";
}

const decimalPattern = /^-?\d{1,60}(?:\.\d{1,60})?$/;
const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const matches = (pattern: RegExp) => (given: unknown) => typeof given === "string" && pattern.test(given);

const kinds: Readonly<Record<ValueKind, (given: unknown) => boolean>> = {
  text: (given) => typeof given === "string" && isText(given),
  boolean: (given) => typeof given === "boolean",
  integer: Number.isSafeInteger,
  amount: matches(decimalPattern),
  timestamp: (given) => timestampSchema.safeParse(given).data === given,
  date: (given) => dateSchema.safeParse(given).success,
  uuid: matches(uuidPattern),
};

/** Whether the database could have produced a value that a caller sends back. */
export function isOfKind(kind: ValueKind, given: unknown): given is QueryValue {
  return kinds[kind](given);
}
