import {
  deletedStatus,
  type Field,
  formatId,
  objectOfClass,
  type QueryField,
  statusesOf,
  type ValueKind,
  valueKindOf,
} from "@rewards/domain";
import { Column, eq, is, type SQL, type Subquery, sql } from "drizzle-orm";
import { type PgTable, QueryBuilder } from "drizzle-orm/pg-core";
import { type Expression, type FieldSource, type RecordSource, showField } from "../record-source.ts";
import { textLiteral } from "../statement.ts";
import { sourceOf } from "./view.source.ts";
import { readValue } from "./view.value.ts";

/** Builds statements without a connection; `readRows` sends them. */
const builder = new QueryBuilder();

export function selectColumns(columns: Record<string, Expression>, from: PgTable | Subquery) {
  return builder
    .select(columns as never)
    .from(from as never)
    .$dynamic();
}

/** A statement over a source. It includes the joined table only if the statement uses it. */
export function selectFrom(source: RecordSource, columns: Record<string, Expression>, isJoined: boolean) {
  const from = selectColumns(columns, source.table);
  return isJoined && source.join ? from.innerJoin(source.join.table, source.join.on) : from;
}

/** The first reference that a field's path goes through, and the rest of the path behind it. */
export interface ReferenceStep {
  readonly name: string;
  readonly reference: Expression;
  readonly target: RecordSource;
  readonly rest: readonly string[];
  /** The rest of the path is a business key that at most one record ever has. */
  readonly isKeyOfOne: boolean;
}

/** The first reference of a path; undefined if the record itself holds the value, as for `Member` and `Member.ID`. */
export function referenceStep(source: RecordSource, steps: readonly string[]): ReferenceStep | undefined {
  const [name = "", ...rest] = steps;
  const field = source.record.fields[name];
  const reference = source.fields[name]?.expression;
  if (field?.type !== "reference" || !reference || rest.length === 0 || rest[0] === "ID") return undefined;
  const target = sourceOf(field.class ?? "");
  return { name, reference, target, rest, isKeyOfOne: rest.length === 1 && isKeptKey(field.class, rest[0]) };
}

/** Whether a field is its class's business key and always unique: it is never empty, and no record is ever deleted. */
function isKeptKey(className: string | undefined, field: string | undefined): boolean {
  const definition = objectOfClass(className ?? "");
  if (
    !definition?.key ||
    definition.key.optional ||
    definition.key.within ||
    statusesOf(definition).includes(deletedStatus)
  )
    return false;
  return definition.key.field === field;
}

/** A subquery over the records behind a reference. It includes their joined table only if the path needs it. */
export function selectBehind({ target, rest }: ReferenceStep, value: SQL, where: SQL | undefined): SQL {
  const isJoined = target.fields[rest[0] ?? ""]?.isJoined === true;
  return sql`${selectFrom(target, { value }, isJoined).where(where)}`;
}

/** A field of a view's record, as a statement over its source reads it. */
export interface ViewField {
  readonly value: SQL;
  readonly kind: ValueKind;
  /** The UUID to compare a reference by, if `value` is composed for display. */
  readonly key?: SQL;
  readonly isNullable: boolean;
  readonly isJoined: boolean;
  /**
   * For a personal field: a text from which `openRow` gets the value, encrypted or not, and its class and field.
   */
  readonly sealed?: { readonly value: SQL; readonly class: string; readonly field: string };
  /** Converts the driver's value to the JSON value. */
  readonly show: (value: unknown) => unknown;
}

/**
 * @param steps the rest of the field's path, if the source is behind a reference.
 * @throws Error if the source has no such field: definition and source disagree.
 */
export function viewField(source: RecordSource, field: QueryField, steps: readonly string[] = field.steps): ViewField {
  const found = fieldAt(source, steps);
  const kind = valueKindOf(field);
  const show = shows[field.type] ?? (() => found.show);
  return {
    isNullable: true,
    isJoined: false,
    ...found,
    kind,
    show: (value) => (value === null ? null : show(found)(value)),
  };
}

/** Types that a path shows differently from a whole record, whose values the column's reader has converted. */
const shows: Partial<Record<QueryField["type"], (found: Found) => (value: unknown) => unknown>> = {
  id: (found) => (value) => (found.show(value) as { ID: string }).ID,
  timestamp: () => (value) => readValue("timestamp", value),
};

type Found = Pick<ViewField, "value" | "show"> & Partial<ViewField>;

function fieldAt(source: RecordSource, steps: readonly string[]): Found {
  const step = referenceStep(source, steps);
  if (!step) return ownField(source, steps);
  const behind = fieldAt(step.target, step.rest);
  const isReferred = eq(step.target.id, step.reference);
  const select = (value: SQL) => selectBehind(step, value, isReferred);
  const { sealed } = behind;
  return {
    value: select(behind.value),
    show: behind.show,
    ...(sealed && { sealed: { ...sealed, value: select(sealed.value) } }),
  };
}

/** What every record has in addition to its fields. */
const always: Readonly<Record<string, (source: RecordSource) => Found>> = {
  ID: ({ id, record }) => ({
    value: sql`${id}`,
    show: (uuid) => ({ ID: formatId(record.idPrefix, String(uuid)) }),
    isNullable: false,
  }),
  "@version": ({ version }) => ({ value: sql`${version}`, show: Number }),
  "@class": ({ record }) => ({ ...literal("text", record.class), isNullable: false }),
};

function ownField(source: RecordSource, [name = "", part]: readonly string[]): Found {
  const field = source.record.fields[name];
  const fixed = always[name];
  if (fixed && !field) return fixed(source);
  if (field?.store === "constant") return literal(field.type, field.value);
  const from = source.fields[name];
  if (!field || !from) throw new Error(`${source.record.class} has no field ${name}`);
  const { expression, shown, key, isJoined = false } = from;
  if (field.type === "page") return pagePart(expression, part ?? "", isJoined);
  return {
    // In parentheses: a following operator would otherwise bind only to the last part of the expression.
    value: is(expression, Column) && !shown ? sql`${expression}` : sql`(${shown ?? expression})`,
    show: shown ? String : (value) => showField(field, from, value, ""),
    isNullable: !(is(expression, Column) && (expression.notNull || isRequired(field))),
    isJoined,
    ...(key && { key: sql`${key}` }),
    ...sealedPart(source, from),
  };
}

/** One text: the letter `p` and the value in clear, or `s`, the record's ID, a space and its sealed text. */
function sealedPart({ id, record, sealed }: RecordSource, { expression, sealedAs: field }: FieldSource) {
  if (!sealed || field === undefined) return undefined;
  const value = sql`coalesce('s'::text || ${id} || ' ' || ${sealed.column}, 'p'::text || ${expression})`;
  return { sealed: { value, class: record.class, field } };
}

/** Instant columns are nullable in every class, but a field that create requires is never null. */
const isRequired = ({ input }: Field) => input !== undefined && !input.safeParse(null).success;

function pagePart(page: unknown, part: string, isJoined: boolean): Found {
  return { value: sql`(${page} ->> ${sql.raw(textLiteral(part))})`, show: String, isJoined };
}

const literalTypes: Partial<Record<Field["type"], string>> = { text: "text", boolean: "boolean", integer: "integer" };

/** A constant with its type: in `order by`, Postgres would read a bare constant as the number of a column. */
function literal(type: Field["type"], value: unknown): Found {
  const sqlType = literalTypes[type] ?? "text";
  return { value: sql.raw(`${textLiteral(String(value))}::${sqlType}`), show: () => value, isNullable: false };
}
