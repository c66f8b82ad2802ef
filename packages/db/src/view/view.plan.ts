import type { DataViewDefinition, Selection, SortTerm, ViewQuery } from "@rewards/domain";
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Expression, RecordSource } from "../record-source.ts";
import { columnsOf, isJoinSelected } from "./view.columns.ts";
import { compileEncoder, type Encode } from "./view.encode.ts";
import { selectColumns, selectFrom } from "./view.field.ts";
import { groupOrder, groupRows, showGroup } from "./view.group.ts";
import { compileStatement, type ReadStatement } from "./view.read.ts";
import { type OrderTerm, orderBy, ownOrder, totalOrder } from "./view.sort.ts";
import { sourceOf } from "./view.source.ts";
import type { Rows } from "./view.where.ts";

/** The part of the ordered rows to read. */
interface Part {
  /** A condition that skips the rows of the pages before. */
  readonly after: SQL | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** How to answer a query: a statement for its rows, one for their number, and how to write a row. */
export interface QueryPlan {
  readonly order: readonly OrderTerm[];
  /** Each row includes the values that it is ordered by, under `orderAlias`. */
  readonly read: (part: Part, isPrepared?: boolean) => ReadStatement;
  readonly count: () => ReadStatement;
  /** @param select the fields to show, if not those of the query. */
  readonly encoderOf: (select?: Selection) => Encode;
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
  const { columns: own, places } = columnsOf(source, select);
  const columns = { ...own, ...orderColumns(order) };
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
    const rows = selectFrom(source, columns, isRead || isJoined || isOrderJoined)
      .where(and(where, after))
      .limit(limit);
    // An order would lead Postgres to read partitions in that order, instead of looking the key up.
    return isByKey(source, view) ? rows : rows.orderBy(...orderBy(order));
  };

  return {
    order,
    read: (part, isPrepared = false) =>
      compileStatement(columns, part.offset > 0 ? readFarPage(part) : readPage(part), {
        isPrepared,
        isOneRow: isByKey(source, view),
      }),
    count: () => compileStatement(all, selectFrom(source, all, isJoined).where(where), { isOneRow: true }),
    encoderOf: (narrower = select) => compileEncoder(source, narrower, places),
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
    encoderOf: () => (values) => JSON.stringify(showGroup(grouped, values)),
  };
}

/** The statement that reads one record by its UUID. */
export function planFind(
  className: string,
  id: SQL = sql`${sql.placeholder("id")}`,
): { readonly statement: ReadStatement; readonly encode: Encode } {
  const source = sourceOf(className);
  const { columns, places } = columnsOf(source, undefined);
  const found = selectFrom(source, columns, true).where(eq(source.id, id)).limit(1);
  const statement = compileStatement(columns, found, { isPrepared: true, isOneRow: true });
  return { statement, encode: compileEncoder(source, undefined, places) };
}
