import type { BaseComparator, QueryValue, ValueKind } from "@rewards/domain";
import { type SQL, sql } from "drizzle-orm";
import { folded } from "../object/object.index.ts";
import { arrayLiteral } from "../statement.ts";

/** Convert the driver's value to the one form that page tokens hold and statements take as a parameter. */
const readers: Readonly<Record<ValueKind, (given: unknown) => QueryValue>> = {
  text: String,
  boolean: Boolean,
  integer: Number,
  amount: String,
  // A column gives a Date, an expression gives text.
  timestamp: (given) => new Date(given as string).toISOString(),
  date: String,
  uuid: String,
};

export function readValue(kind: ValueKind, given: unknown): QueryValue | null {
  return given === null || given === undefined ? null : readers[kind](given);
}

const exactDigitsMax = 15;

/** A sum may have more digits than a JSON number keeps. It is then shown as text, since a number would be rounded. */
export function showDecimal(value: unknown): number | string {
  const text = String(value)
    .replace(/(\.\d*?)0+$/, "$1")
    .replace(/\.$/, "");
  const digits = text.replace(/^-?0*\.?0*/, "").replace(".", "");
  return digits.length <= exactDigitsMax ? Number(text) : text;
}

/** The type to cast a caller's value to. Without a cast, Postgres would infer the type from the other operand. */
const sqlTypes: Readonly<Record<ValueKind, string>> = {
  text: "text",
  boolean: "boolean",
  integer: "bigint",
  amount: "numeric",
  timestamp: "timestamptz",
  date: "date",
  uuid: "uuid",
};

export const oneParameter = (kind: ValueKind, value: QueryValue) => sql`${value}::${sql.raw(sqlTypes[kind])}`;
const listParameter = (kind: ValueKind, values: readonly QueryValue[]) =>
  sql`${arrayLiteral(values)}::${sql.raw(sqlTypes[kind])}[]`;

/** Orders text by code points, whatever the database's collation, so that all orders and page tokens agree. */
export const ordered = ({ kind, value }: { readonly kind: ValueKind; readonly value: SQL }) =>
  kind === "text" ? sql`${value} collate "C"` : value;

/** Escapes `%`, `_` and the escape character, so that `like` takes them literally. */
const literally = (text: QueryValue) => String(text).replace(/[\\%_]/g, "\\$&");

type Operand = (kind: ValueKind, values: readonly QueryValue[]) => SQL;

const one: Operand = (kind, [value = ""]) => oneParameter(kind, value);
const pattern =
  (make: (text: string) => string): Operand =>
  (_kind, [value = ""]) =>
    oneParameter("text", make(literally(value)));

interface Comparison {
  /** Builds the right operand from a caller's values. Fixed conditions of views have their own operands. */
  readonly operand: Operand;
  readonly compare: (left: SQL, right: SQL) => SQL;
  /** Compares by order, so text needs the fixed collation. */
  readonly isOrdering?: true;
  /** Looks for a part of a text. */
  readonly isOfPart?: true;
}

const like = (left: SQL, right: SQL) => sql`${left} like ${right}`;

/**
 * Every base comparator in SQL; the other comparators negate one of these. The result is true only for a set value that
 * matches. For an unset value it is unknown or false.
 */
export const comparisons: Readonly<Record<BaseComparator, Comparison>> = {
  EQ: { operand: one, compare: (left, right) => sql`${left} = ${right}` },
  IN: { operand: listParameter, compare: (left, right) => sql`${left} = any(${right})` },
  GT: { operand: one, compare: (left, right) => sql`${left} > ${right}`, isOrdering: true },
  GTE: { operand: one, compare: (left, right) => sql`${left} >= ${right}`, isOrdering: true },
  LT: { operand: one, compare: (left, right) => sql`${left} < ${right}`, isOrdering: true },
  LTE: { operand: one, compare: (left, right) => sql`${left} <= ${right}`, isOrdering: true },
  IS_NOT_NULL: { operand: () => sql``, compare: (left) => sql`${left} is not null` },
  STARTS_WITH: { operand: pattern((text) => `${text}%`), compare: like, isOfPart: true },
  ENDS_WITH: { operand: pattern((text) => `%${text}`), compare: like, isOfPart: true },
  CONTAINS: { operand: pattern((text) => `%${text}%`), compare: like, isOfPart: true },
};

/** Folds the elements of a list. `lower` takes no array, and Postgres could not count the rows of a subquery in advance. */
export const foldedList = (list: SQL) => sql`${folded(sql`(${list})::text`)}::text[]`;
