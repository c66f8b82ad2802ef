import { type Field, formatId, idPrefixOf, type RecordDefinition, stageId, stageName } from "@rewards/domain";
import { type AnyColumn, getTableColumns, type SQL, type Subquery, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { textLiteral } from "./statement.ts";

export type Expression = AnyColumn | SQL | SQL.Aliased;

/** Where a field's value comes from, and how it is shown if that does not follow from its type. */
export interface FieldSource {
  readonly expression: Expression;
  readonly show?: (value: unknown) => unknown;
  /** The shown value in SQL, by which queries filter and sort when `show` changes the expression's value. */
  readonly shown?: SQL;
  /** The UUID by which a reference is compared, if its expression is only for showing. */
  readonly key?: AnyColumn;
  /** The field is read from the joined table. */
  readonly isJoined?: true;
  /** The personal field whose value this is. In a row that is encrypted, the expression is empty. */
  readonly sealedAs?: string;
}

/** A table or subquery with exactly one row for each row of the source, so that the join is skipped if no field needs it. */
export interface Join {
  readonly table: PgTable | SQL;
  readonly on: SQL;
}

/** Fields of an object's records that are not columns of its table. */
export interface SourceAddition {
  readonly fields: (table: Readonly<Record<string, PgColumn>>) => Readonly<Record<string, FieldSource>>;
  readonly join?: Join;
}

/** The source of a class's records. Views, look-ups and reads by ID are all compiled from this one description. */
export interface RecordSource {
  readonly record: RecordDefinition;
  readonly table: PgTable | Subquery;
  readonly join?: Join;
  readonly id: AnyColumn;
  readonly version: Expression;
  /** A field that no two live records share. */
  readonly requiredKey?: string;
  /** A field whose index leaves out records in which the field is empty. */
  readonly optionalKey?: string;
  /** Fields whose indexes hold the folded text of the records in which they are not empty. */
  readonly lookedUpBy?: readonly string[];
  /** Fields whose indexes hold the trigrams of the folded text. */
  readonly searchedBy?: readonly string[];
  /** If it has personal fields: their sealed text, and by field the hashes that encrypted values are found by. */
  readonly sealed?: { readonly column: AnyColumn; readonly hashes: Readonly<Record<string, AnyColumn>> };
  /** Every field of the record except its constants, and the hidden fields that look-ups use. */
  readonly fields: Readonly<Record<string, FieldSource>>;
  /**
   * A cheaper source of the same records for queries in which all refer to one record: by the name of the reference
   * field, given that record's ID.
   */
  readonly pinned?: Readonly<Record<string, (id: SQL) => RecordSource>>;
  /** A cheaper source of the same records for views that bound a field: by the field, given both inclusive bounds. */
  readonly between?: Readonly<Record<string, (from: SQL, to: SQL) => RecordSource>>;
}

/** Fields that are columns of this name. */
export function columnFields<Table extends PgTable>(
  table: Table,
  ...names: readonly (keyof Table["_"]["columns"] & string)[]
): Record<string, FieldSource> {
  const columns = getTableColumns(table);
  return Object.fromEntries(names.map((name) => [name, { expression: columns[name] as PgColumn }]));
}

/** Shows a time that an expression computes: it comes as text. */
export const showInstant = (value: unknown) => new Date(value as string).toISOString();

/** The version of records that never change. The cast is needed: in `order by`, a bare 1 means the first column. */
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
  json: (value) => JSON.parse(value as string),
  composed: (value) => JSON.parse(value as string),
  references: (value, field) => (value as string[]).map((id) => showReference(field.class as string, id)),
};

function showReference(className: string, uuid: string): { "@class": string; ID: string } {
  return { "@class": className, ID: formatId(idPrefixOf(className) as string, uuid) };
}

/** A reference whose class differs between rows: shown from class and ID, compared by ID. */
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

/** Users have only a name, so their reference is made from it. */
export function showUser(id: unknown): { "@class": string; ID: string } {
  return { "@class": "User", ID: `USR-${String(id)}` };
}

/** The value of a field as JSON shows it; null if it is unset. */
export function showField(field: Field, source: FieldSource, value: unknown, recordId: string): unknown {
  if (value === null || value === undefined) return null;
  if (source.show) return source.show(value);
  const showType = show[field.type];
  return showType ? showType(value, field, recordId) : value;
}

/** The stage of each status, by the rules of the domain. In SQL it is a `case` over all statuses. */
export function stageFields(status: AnyColumn | SQL, statuses: readonly string[]): Record<string, FieldSource> {
  const field = (stageOf: (status: string) => string): FieldSource => ({
    expression: status,
    show: (value) => stageOf(String(value)),
    shown: caseOf(status, statuses, stageOf),
  });
  return { CurrentStageID: field(stageId), CurrentStageName: field(stageName) };
}

function caseOf(of: AnyColumn | SQL, values: readonly string[], to: (value: string) => string): SQL {
  const cases = values.map((value) => sql.raw(` when ${textLiteral(value)} then ${textLiteral(to(value))}`));
  return sql`case ${of}${sql.join(cases)} end`;
}
