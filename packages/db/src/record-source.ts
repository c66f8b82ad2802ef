import { type Field, formatId, idPrefixOf, type RecordDefinition, stageId, stageName } from "@rewards/domain";
import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { textLiteral } from "./literal.ts";

export type Expression = AnyColumn | SQL | SQL.Aliased;

/** Where a field's value comes from, and how it is shown where its type alone does not say. */
export interface FieldSource {
  readonly expression: Expression;
  readonly show?: (value: unknown) => unknown;
  /** What is shown, in SQL: what queries go by where `show` makes another value of the expression's. */
  readonly shown?: SQL;
  /** The UUID that a reference is compared by, where its expression is made for showing. */
  readonly key?: AnyColumn;
  /** It is read from the joined table. */
  readonly isJoined?: true;
}

/** A table with exactly one row for each of the source's, so that it can be left away where nothing of it is asked for. */
export interface Join {
  readonly table: PgTable;
  readonly on: SQL;
}

/** What the records of an object have beside the columns of their table. */
export interface SourceAddition {
  readonly fields: (table: Readonly<Record<string, PgColumn>>) => Readonly<Record<string, FieldSource>>;
  readonly join?: Join;
}

/** Where the records of a class come from: the one description that views, look-ups and reads by ID are compiled from. */
export interface RecordSource {
  readonly record: RecordDefinition;
  readonly table: PgTable;
  readonly join?: Join;
  readonly id: AnyColumn;
  readonly version: Expression;
  /** A field whose index leaves out the records where it is empty. */
  readonly optionalKey?: string;
  /** Every field of the record but its constants, and hidden fields that look-ups go by. */
  readonly fields: Readonly<Record<string, FieldSource>>;
  /**
   * How the same records are read more cheaply where all of them refer to one record: by the name of the reference,
   * given that record's ID.
   */
  readonly pinned?: Readonly<Record<string, (id: SQL) => RecordSource>>;
}

/** Of records that never change. With its type: bare, in an order it would be the number of a column. */
export const unchangedVersion = sql`1::integer`;

const pagePrefix = "PAGE";

const show: Partial<Record<Field["type"], (value: unknown, field: Field, recordId: string) => unknown>> = {
  integer: Number,
  amount: Number,
  timestamp: (value) => (value as Date).toISOString(),
  page: (value, field, recordId) => ({
    "@class": field.class,
    ID: formatId(pagePrefix, recordId),
    ...(value as object),
  }),
  reference: (value, field) => showReference(field.class as string, String(value)),
  references: (value, field) => (value as string[]).map((id) => showReference(field.class as string, id)),
};

function showReference(className: string, uuid: string): { "@class": string; ID: string } {
  return { "@class": className, ID: formatId(idPrefixOf(className) as string, uuid) };
}

/** A reference whose class differs from row to row: it is shown from class and ID together, and compared by the ID. */
export function anyReference(className: AnyColumn, id: AnyColumn): FieldSource {
  return {
    expression: sql<string>`${className} || ' ' || ${id}`,
    show: (value) => {
      const [shownClass = "", uuid = ""] = String(value).split(" ");
      return showReference(shownClass, uuid);
    },
    key: id,
  };
}

/** Users are known by name alone, so their reference is made from it. */
export function showUser(id: unknown): { "@class": string; ID: string } {
  return { "@class": "User", ID: `USR-${String(id)}` };
}

/** The value of a field as JSON shows it; null where it is unset. */
export function showField(field: Field, source: FieldSource, value: unknown, recordId: string): unknown {
  if (value === null || value === undefined) return null;
  if (source.show) return source.show(value);
  const showType = show[field.type];
  return showType ? showType(value, field, recordId) : value;
}

/** The stage that each status tells, by the rules of the domain; in SQL as a list of all of them. */
export function stageFields(status: AnyColumn, statuses: readonly string[]): Record<string, FieldSource> {
  const field = (stageOf: (status: string) => string): FieldSource => ({
    expression: status,
    show: (value) => stageOf(String(value)),
    shown: caseOf(status, statuses, stageOf),
  });
  return { CurrentStageID: field(stageId), CurrentStageName: field(stageName) };
}

function caseOf(column: AnyColumn, values: readonly string[], to: (value: string) => string): SQL {
  const cases = values.map((value) => sql.raw(` when ${textLiteral(value)} then ${textLiteral(to(value))}`));
  return sql`case ${column}${sql.join(cases)} end`;
}
