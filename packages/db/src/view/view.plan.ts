import type { DataViewDefinition, RecordDefinition, Selection, SortTerm, ViewQuery } from "@rewards/domain";
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Expression, RecordSource } from "../record-source.ts";
import { selectColumns, selectFrom, viewField } from "./view.field.ts";
import { groupOrder, groupRows, showGroup } from "./view.group.ts";
import { type SealedColumns, sealedColumnsOf, sealingColumns } from "./view.open.ts";
import { compileStatement, type ReadStatement, type Row } from "./view.read.ts";
import { type OrderTerm, orderBy, ownOrder, totalOrder } from "./view.sort.ts";
import { idAlias, type ShownRecord, showRecord, sourceOf, versionAlias } from "./view.source.ts";
import type { Rows } from "./view.where.ts";

/** The part of the ordered rows to read. */
interface Part {
  /** A condition that skips the rows of the pages before. */
  readonly after: SQL | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** How to answer a query: a statement for its rows, one for their number, and how to show a row. */
export interface QueryPlan {
  readonly order: readonly OrderTerm[];
  /** Each row includes the values that it is ordered by, under `orderAlias`. */
  readonly read: (part: Part, isPrepared?: boolean) => ReadStatement;
  readonly count: () => ReadStatement;
  readonly show: (row: Row, select?: ReadonlySet<string>) => Record<string, unknown>;
}

export const orderAlias = (index: number) => `#${index}`;

const orderColumns = (order: readonly OrderTerm[]): Record<string, Expression> =>
  Object.fromEntries(order.map(({ value }, index) => [orderAlias(index), sql`${value}`.as(orderAlias(index))]));

const all = { count: sql<number>`count(*)`.as("count") };

export function planRecords(
  view: DataViewDefinition,
  { source, where, isJoined }: Rows,
  { select, sortBy }: Pick<ViewQuery, "select" | "sortBy">,
): QueryPlan {
  // A query without groups has no aggregations to sort by.
  const terms = sortBy as Extract<SortTerm, { field: unknown }>[];
  const order = terms.length > 0 ? totalOrder(source, terms) : ownOrder(source, view);
  const isOrderJoined = order.some((term) => term.isJoined);
  const sealed = sealedColumnsOf(source, select);
  const columns = { ...columnsOf(source, select, sealed), ...orderColumns(order) };
  const isRead = isJoinSelected(source, select);

  /**
   * Applies the offset to ordered IDs, which an index-only scan can give, and reads whole rows for the page only. The
   * IDs are an array, so that Postgres always looks rows up by ID: when it plans a join, it does not know their number.
   */
  const readFarPage = ({ limit, offset }: Part) => {
    const ids = selectFrom(source, { id: source.id }, isJoined || isOrderJoined)
      .where(where)
      .orderBy(...orderBy(order))
      .limit(limit)
      .offset(offset);
    return selectFrom(source, columns, isRead || isOrderJoined)
      .where(sql`${source.id} = any(array${ids})`)
      .orderBy(...orderBy(order));
  };
  const readPage = ({ after, limit }: Part) => {
    const rows = selectFrom(source, columns, isRead || isJoined || isOrderJoined).where(and(where, after));
    // An order would lead Postgres to read partitions in that order, instead of looking the key up.
    return isByKey(source, view) ? rows : rows.orderBy(...orderBy(order)).limit(limit);
  };

  return {
    order,
    read: (part, isPrepared = false) =>
      compileStatement(columns, part.offset > 0 ? readFarPage(part) : readPage(part), {
        isPrepared,
        isOneRow: isByKey(source, view),
        sealed,
      }),
    count: () => compileStatement(all, selectFrom(source, all, isJoined).where(where), { isOneRow: true }),
    show: createShow(view.record, select),
  };
}

/** Whether the view has at most one record: the live one with a business key. */
const isByKey = ({ requiredKey }: RecordSource, { where }: DataViewDefinition) =>
  where.some(({ field, comparator }) => field === requiredKey && comparator === "EQ") &&
  where.some(({ field, comparator }) => field === "Status" && comparator === "NEQ");

export function planGroups(
  { source, where, isJoined }: Rows,
  grouping: NonNullable<ViewQuery["grouping"]>,
  sortBy: readonly SortTerm[],
): QueryPlan {
  const grouped = groupRows(source, { condition: where, isJoined }, grouping);
  const order = groupOrder(grouped, sortBy);
  const aliases = grouped.columns.map(({ alias }) => [alias, sql`${sql.identifier(alias)}`.as(alias)]);
  const columns = { ...Object.fromEntries(aliases), ...orderColumns(order) };
  const from = (selected: Record<string, Expression>) => selectColumns(selected, grouped.statement);
  return {
    order,
    read: ({ after, limit, offset }) =>
      compileStatement(
        columns,
        from(columns)
          .where(after)
          .orderBy(...orderBy(order))
          .limit(limit)
          .offset(offset),
      ),
    count: () => compileStatement(all, from(all), { isOneRow: true }),
    show: (row) => showGroup(grouped, row),
  };
}

/** The statement that reads one record by its UUID, the placeholder `id`. */
export function planFind(className: string): ReadStatement {
  const source = sourceOf(className);
  const sealed = sealedColumnsOf(source, undefined);
  const columns = columnsOf(source, undefined, sealed);
  const statement = selectFrom(source, columns, true).where(eq(source.id, sql.placeholder("id")));
  return compileStatement(columns, statement, { isPrepared: true, isOneRow: true, sealed });
}

/** The columns of a statement over records: ID, version, and the selected fields or all fields. */
function columnsOf(
  source: RecordSource,
  select: Selection | undefined,
  sealed: SealedColumns | undefined,
): Record<string, Expression> {
  const names = Object.keys(source.record.fields).filter((name) => !select || select.names.has(name));
  const paths = (select?.paths ?? []).map((field) => {
    const { value, sealed: sealedValue } = viewField(source, field);
    return [field.path, sql`${sealedValue?.value ?? value}`.as(field.path)];
  });
  return {
    ...Object.fromEntries(names.flatMap((name) => expressionOf(source, name))),
    ...Object.fromEntries(paths),
    ...sealingColumns(source, sealed),
    [idAlias]: source.id,
    [versionAlias]: sql<string>`${source.version}`.as("record_version"),
  };
}

function expressionOf(source: RecordSource, name: string): [string, Expression][] {
  const expression = source.fields[name]?.expression;
  // An unnamed expression in a selection needs an alias.
  return expression
    ? [[name, "getSQL" in expression && !("table" in expression) ? (expression as SQL).as(name) : expression]]
    : [];
}

/** Whether the selected fields include one from the joined table. */
function isJoinSelected(source: RecordSource, select: Selection | undefined): boolean {
  return Object.entries(source.fields).some(([name, { isJoined }]) => isJoined && (!select || select.names.has(name)));
}

/**
 * Shows the rows of one query as `showRecord` does, with selected values of other records and of embedded pages under
 * their paths. Whatever depends only on the query is computed once, not for each row.
 * @returns a function of a row and, optionally, of the fields to show instead of the query's.
 */
function createShow(
  record: RecordDefinition,
  selection: Selection | undefined,
): (row: Row, select?: ReadonlySet<string>) => ShownRecord {
  const source = sourceOf(record.class);
  const paths = (selection?.paths ?? []).map((field) => ({
    path: field.path,
    show: viewField(source, field).show,
  }));
  return (row, select = selection?.names) => {
    const shown: Record<string, unknown> = showRecord(record, row, select);
    for (const { path, show } of paths) shown[path] = show(row[path]);
    return shown as ShownRecord;
  };
}
