import type { BaseComparator, QueryValue, ValueKind } from "@rewards/domain";
import { type SQL, sql } from "drizzle-orm";
import { arrayLiteral } from "../literal.ts";

/** A value as the driver gives it, in the one form that a token holds and a statement takes back. */
const readers: Readonly<Record<ValueKind, (given: unknown) => QueryValue>> = {
  text: String,
  boolean: Boolean,
  integer: Number,
  amount: String,
  // A Date of a column, a text of an expression.
  timestamp: (given) => new Date(given as string).toISOString(),
  date: String,
  uuid: String,
};

export function readValue(kind: ValueKind, given: unknown): QueryValue | null {
  return given === null || given === undefined ? null : readers[kind](given);
}

const exactDigitsMax = 15;

/** A sum may have more digits than a JSON number keeps: then it is shown as text rather than as another sum. */
export function showDecimal(value: unknown): number | string {
  const text = String(value)
    .replace(/(\.\d*?)0+$/, "$1")
    .replace(/\.$/, "");
  const digits = text.replace(/^-?0*\.?0*/, "").replace(".", "");
  return digits.length <= exactDigitsMax ? Number(text) : text;
}

/** The type that a value of a caller's is sent as: left to Postgres, it would be the type of what stands beside it. */
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

/** Text is ordered by its code points, whatever the database's own collation: the same in every order and every token. */
export const ordered = ({ kind, value }: { readonly kind: ValueKind; readonly value: SQL }) =>
  kind === "text" ? sql`${value} collate "C"` : value;

/** By Unicode's simple case mapping, which Postgres brings itself: the same on every machine. */
export const folded = (text: SQL) => sql`lower(${text} collate "pg_c_utf8")`;

/** Text to be found as it is: with `%`, `_` and the escape itself as the characters that they are. */
const literally = (text: QueryValue) => String(text).replace(/[\\%_]/g, "\\$&");

type Operand = (kind: ValueKind, values: readonly QueryValue[]) => SQL;

const one: Operand = (kind, [value = ""]) => oneParameter(kind, value);
const pattern =
  (make: (text: string) => string): Operand =>
  (_kind, [value = ""]) =>
    oneParameter("text", make(literally(value)));

interface Comparison {
  /** Made of the caller's values; the fixed conditions of views bring their own. */
  readonly operand: Operand;
  readonly compare: (left: SQL, right: SQL) => SQL;
  /** Text is compared by order. */
  readonly isOrdering?: true;
}

const like = (left: SQL, right: SQL) => sql`${left} like ${right}`;

/** Every comparator in SQL. Unknown, or true for a value that is there and fulfils it: negation makes the rest of them. */
export const comparisons: Readonly<Record<BaseComparator, Comparison>> = {
  EQ: { operand: one, compare: (left, right) => sql`${left} = ${right}` },
  IN: { operand: listParameter, compare: (left, right) => sql`${left} = any(${right})` },
  GT: { operand: one, compare: (left, right) => sql`${left} > ${right}`, isOrdering: true },
  GTE: { operand: one, compare: (left, right) => sql`${left} >= ${right}`, isOrdering: true },
  LT: { operand: one, compare: (left, right) => sql`${left} < ${right}`, isOrdering: true },
  LTE: { operand: one, compare: (left, right) => sql`${left} <= ${right}`, isOrdering: true },
  IS_NOT_NULL: { operand: () => sql``, compare: (left) => sql`${left} is not null` },
  STARTS_WITH: { operand: pattern((text) => `${text}%`), compare: like },
  ENDS_WITH: { operand: pattern((text) => `%${text}`), compare: like },
  CONTAINS: { operand: pattern((text) => `%${text}%`), compare: like },
};

/** A list cannot be folded as a whole. */
export const foldedList = (list: SQL) => sql`(array(select ${folded(sql`one`)} from unnest(${list}) one))`;
