import {
  type DataViewDefinition,
  definedFieldAt,
  type QueryValue,
  type SortTerm,
  type ValueKind,
} from "@rewards/domain";
import { and, eq, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { RecordSource } from "../record-source.ts";
import { viewField } from "./view.field.ts";
import { oneParameter, ordered } from "./view.value.ts";

/** A term of an order. Unset values come last, or first in descending order, as in a Postgres index. */
export interface OrderTerm {
  readonly value: SQL;
  readonly kind: ValueKind;
  readonly isNullable: boolean;
  readonly isJoined: boolean;
  readonly isDescending: boolean;
}

/** A view's default order: by its `orderBy` fields, then by ID. */
export function ownOrder(source: RecordSource, view: Pick<DataViewDefinition, "orderBy">) {
  const names = (view.orderBy ?? ["CreateDateTime"]).filter((name) => source.fields[name]);
  return totalOrder(
    source,
    names.map((name) => ({ field: definedFieldAt(source.record, name), isDescending: false })),
  );
}

/** The requested order, then ID in the last term's direction, so that an index can be read in either direction. */
export function totalOrder(source: RecordSource, terms: readonly Extract<SortTerm, { field: unknown }>[]): OrderTerm[] {
  const id = { field: definedFieldAt(source.record, "ID"), isDescending: terms.at(-1)?.isDescending ?? false };
  const byPath = new Map<string, OrderTerm>();
  for (const { field, isDescending } of [...terms, id])
    if (!byPath.has(field.path)) byPath.set(field.path, { ...viewField(source, field), isDescending });
  return [...byPath.values()];
}

export function orderBy(terms: readonly OrderTerm[]): SQL[] {
  return terms.map((term) => (term.isDescending ? sql`${ordered(term)} desc` : sql`${ordered(term)} asc`));
}

/** The rows after a place. One row comparison, which can use an index, if all terms are non-null in one direction. */
export function after(terms: readonly OrderTerm[], place: readonly (QueryValue | null)[]): SQL | undefined {
  const [first] = terms;
  const isOneWay = terms.every((term) => !term.isNullable && term.isDescending === first?.isDescending);
  if (!isOneWay) return afterStepwise(terms, place);
  const left = sql.join(terms.map(ordered), sql`, `);
  const right = sql.join(
    terms.map(({ kind }, index) => oneParameter(kind, place[index] ?? "")),
    sql`, `,
  );
  return first?.isDescending ? sql`(${left}) < (${right})` : sql`(${left}) > (${right})`;
}

/** After in the first term, or equal in it and after in the rest. */
function afterStepwise(
  [term, ...rest]: readonly OrderTerm[],
  [value = null, ...values]: readonly (QueryValue | null)[],
): SQL | undefined {
  if (!term) return sql`false`;
  const isEqual = value === null ? isNull(term.value) : eq(term.value, oneParameter(term.kind, value));
  return or(isAfter(term, value), and(isEqual, afterStepwise(rest, values)));
}

function isAfter(term: OrderTerm, value: QueryValue | null): SQL | undefined {
  if (value === null) return term.isDescending ? isNotNull(term.value) : sql`false`;
  const parameter = oneParameter(term.kind, value);
  if (term.isDescending) return sql`${ordered(term)} < ${parameter}`;
  return or(sql`${ordered(term)} > ${parameter}`, isNull(term.value));
}
