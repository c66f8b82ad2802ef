import type { DataViewDefinition, SortTerm, ViewQuery } from "@rewards/domain";
import { and, type SQL, sql } from "drizzle-orm";
import type { ReadDatabase } from "../client.ts";
import type { Expression } from "./record-source.ts";
import { selectFrom } from "./view.from.ts";
import { groupOrder, groupRows, showGroup } from "./view.group.ts";
import { compileStatement, type ReadStatement } from "./view.read.ts";
import { columnsOf, isJoinSelected } from "./view.select.ts";
import { createShow, type Row } from "./view.show.ts";
import { type OrderTerm, orderBy, ownOrder, totalOrder } from "./view.sort.ts";
import type { Rows } from "./view.where.ts";

/** Which of the ordered rows are read. */
interface Part {
  /** Rows of the places before it are passed over by this condition. */
  readonly after: SQL | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** How a query is answered: a statement for its rows, one for their number, and how a row is shown. */
export interface QueryPlan {
  readonly order: readonly OrderTerm[];
  /** The values that rows are ordered by come with them, under `orderAlias`. */
  readonly read: (part: Part, isPrepared?: boolean) => ReadStatement;
  readonly count: () => ReadStatement;
  readonly show: (row: Row, select?: ReadonlySet<string>) => Record<string, unknown>;
}

export const orderAlias = (index: number) => `#${index}`;

const orderColumns = (order: readonly OrderTerm[]): Record<string, Expression> =>
  Object.fromEntries(order.map(({ value }, index) => [orderAlias(index), sql`${value}`.as(orderAlias(index))]));

const all = { count: sql<number>`count(*)`.as("count") };

export function planRecords(
  views: ReadDatabase,
  view: DataViewDefinition,
  { source, where, isJoined }: Rows,
  { select, sortBy }: Pick<ViewQuery, "select" | "sortBy">,
): QueryPlan {
  // Without groups there are no aggregations to sort by.
  const terms = sortBy as Extract<SortTerm, { field: unknown }>[];
  const order = terms.length > 0 ? totalOrder(views, source, terms) : ownOrder(views, source, view);
  const isOrderJoined = order.some((term) => term.isJoined);
  const columns = { ...columnsOf(views, source, select), ...orderColumns(order) };
  const isRead = isJoinSelected(source, select);

  /**
   * The offset runs over IDs in order, which an index alone can give; only the rows of the page are read whole. As an array,
   * by which they are always looked up: how many a join would bring is not known when the statement is planned.
   */
  const readFarPage = ({ limit, offset }: Part) => {
    const ids = selectFrom(views, source, { id: source.id }, isJoined || isOrderJoined)
      .where(where)
      .orderBy(...orderBy(order))
      .limit(limit)
      .offset(offset);
    return selectFrom(views, source, columns, isRead || isOrderJoined)
      .where(sql`${source.id} = any(array${ids})`)
      .orderBy(...orderBy(order));
  };
  const readPage = ({ after, limit }: Part) =>
    selectFrom(views, source, columns, isRead || isJoined || isOrderJoined)
      .where(and(where, after))
      .orderBy(...orderBy(order))
      .limit(limit);

  return {
    order,
    read: (part, isPrepared = false) =>
      compileStatement(columns, part.offset > 0 ? readFarPage(part) : readPage(part), isPrepared),
    count: () => compileStatement(all, selectFrom(views, source, all, isJoined).where(where), false),
    show: createShow(views, view.record, select),
  };
}

export function planGroups(
  views: ReadDatabase,
  { source, where, isJoined }: Rows,
  grouping: NonNullable<ViewQuery["grouping"]>,
  sortBy: readonly SortTerm[],
): QueryPlan {
  const grouped = groupRows(views, source, { condition: where, isJoined }, grouping);
  const order = groupOrder(grouped, sortBy);
  const aliases = grouped.columns.map(({ alias }) => [alias, sql`${sql.identifier(alias)}`.as(alias)]);
  const columns = { ...Object.fromEntries(aliases), ...orderColumns(order) };
  const from = (selected: Record<string, Expression>) =>
    views
      .select(selected as never)
      .from(grouped.statement as never)
      .$dynamic();
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
        false,
      ),
    count: () => compileStatement(all, from(all), false),
    show: (row) => showGroup(grouped, row),
  };
}
