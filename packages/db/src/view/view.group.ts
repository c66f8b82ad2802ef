import type { Aggregation, Grouping, QueryField, SortTerm, SummaryFunction, ValueKind } from "@rewards/domain";
import { type SQL, sql } from "drizzle-orm";
import type { RecordSource } from "../record-source.ts";
import { selectColumns, selectFrom, viewField } from "./view.field.ts";
import type { OrderTerm } from "./view.sort.ts";
import { ordered, showDecimal } from "./view.value.ts";

/** A column of grouped rows: a grouping field or an aggregation. */
interface GroupColumn {
  /** Generated, since callers choose the names of aggregations. */
  readonly alias: string;
  readonly of: QueryField | Aggregation;
  readonly name: string;
  readonly kind: ValueKind;
  readonly value: SQL;
  readonly isJoined: boolean;
  readonly summary?: (value: SQL) => SQL;
  readonly show: (value: unknown) => unknown;
}

interface FunctionInSql {
  /** The kind of the result; by default the field's kind. */
  readonly kind?: ValueKind;
  readonly of: (value: SQL) => SQL;
}

/** Every summary function in SQL. An average is rounded to the decimals that amounts have. */
const functions: Readonly<Record<SummaryFunction, FunctionInSql>> = {
  COUNT: { kind: "integer", of: (value) => sql`count(${value})` },
  DISTINCT_COUNT: { kind: "integer", of: (value) => sql`count(distinct ${value})` },
  MIN: { of: (value) => sql`min(${value})` },
  MAX: { of: (value) => sql`max(${value})` },
  SUM: { kind: "amount", of: (value) => sql`sum(${value}::numeric)` },
  AVG: { kind: "amount", of: (value) => sql`round(avg(${value}::numeric), 4)` },
};

function fieldColumn(source: RecordSource, of: QueryField, index: number): GroupColumn {
  return { ...viewField(source, of), alias: `g${index}`, of, name: of.path };
}

function aggregationColumn(source: RecordSource, of: Aggregation, index: number): GroupColumn {
  const field = viewField(source, of.field);
  const { kind, of: summary } = functions[of.summaryFunction];
  return {
    ...field,
    alias: `a${index}`,
    of,
    name: of.name,
    kind: kind ?? field.kind,
    summary: (value) => summary(ordered({ kind: field.kind, value })),
    show: kind ? (value) => (value === null ? null : showDecimal(value)) : field.show,
  };
}

export interface Grouped {
  readonly columns: readonly GroupColumn[];
  readonly statement: ReturnType<typeof selectGroups>;
}

/** The grouped rows of a source, as a subquery to select from. */
export function groupRows(
  source: RecordSource,
  where: { readonly condition: SQL | undefined; readonly isJoined: boolean },
  { fields, aggregations }: Grouping,
): Grouped {
  const columns = [
    ...fields.map((field, index) => fieldColumn(source, field, index)),
    ...aggregations.map((one, index) => aggregationColumn(source, one, index)),
  ];
  return { columns, statement: selectGroups(source, where, columns) };
}

/** The inner statement computes values and the outer one groups them, so that the SQL repeats no expression. */
function selectGroups(
  source: RecordSource,
  where: { readonly condition: SQL | undefined; readonly isJoined: boolean },
  columns: readonly GroupColumn[],
) {
  const values = Object.fromEntries(columns.map(({ alias, value }) => [alias, sql`${value}`.as(alias)]));
  const isJoined = where.isJoined || columns.some((column) => column.isJoined);
  const rows = selectFrom(source, values, isJoined).where(where.condition).as("value");
  const results = columns.map(({ alias, summary }) => {
    const value = sql`${sql.identifier(alias)}`;
    return [alias, (summary ? summary(value) : value).as(alias)] as const;
  });
  const groups = columns.filter(({ summary }) => !summary).map(({ alias }) => sql`${sql.identifier(alias)}`);
  const selected = selectColumns(Object.fromEntries(results), rows);
  return (groups.length > 0 ? selected.groupBy(...groups) : selected).as("grouped");
}

/** The order of grouped rows: the requested terms, then all grouping fields. */
export function groupOrder({ columns }: Grouped, sortBy: readonly SortTerm[]): OrderTerm[] {
  const asked = sortBy.flatMap((term) => {
    const of = "field" in term ? term.field : term.aggregation;
    return columns.flatMap((column) => (column.of === of ? [{ column, isDescending: term.isDescending }] : []));
  });
  const rest = columns.flatMap((column) => (column.summary ? [] : [{ column, isDescending: false }]));
  const byAlias = new Map<string, OrderTerm>();
  for (const { column, isDescending } of [...asked, ...rest]) {
    const value = sql`${sql.identifier(column.alias)}`;
    const term = { value, kind: column.kind, isNullable: true, isJoined: false, isDescending };
    if (!byAlias.has(column.alias)) byAlias.set(column.alias, term);
  }
  return [...byAlias.values()];
}

/** A group by field paths and aggregation names, from the values of its columns. It is not a record, so it has no ID. */
export function showGroup({ columns }: Grouped, values: readonly unknown[]): Record<string, unknown> {
  return Object.fromEntries(columns.map(({ name, show }, place) => [name, show(values[place])]));
}
