import {
  type DataViewDefinition,
  decodePlace,
  encodePlace,
  type Paging,
  queryPrint,
  recordsMax,
  type ViewQuery,
} from "@rewards/domain";
import { sql } from "drizzle-orm";
import type { PostgresJsDatabase } from "drizzle-orm/postgres-js";
import { rethrowPlain } from "./view.fault.ts";
import { orderAlias, planGroups, planRecords, type QueryPlan } from "./view.plan.ts";
import type { Row } from "./view.show.ts";
import { after } from "./view.sort.ts";
import { readValue } from "./view.value.ts";
import { rowsOf } from "./view.where.ts";

/** A data view call: what is asked of which view. */
export interface ViewCall {
  readonly view: DataViewDefinition;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: ViewQuery;
}

/** The records of an answer, or its groups, and what is told of the rest. */
export interface ViewAnswer {
  readonly data: readonly Record<string, unknown>[];
  readonly hasMoreResults: boolean;
  readonly pageNumber?: number;
  readonly pageSize?: number;
  readonly nextPageToken?: string;
  readonly totalCount?: number;
}

const unpaged: Paging = { rowsMax: recordsMax, skippedRows: 0 };

/**
 * Statements of queries are not prepared: a caller can make up any number of them, and each prepared one stays in the memory
 * of every session that ran it. They go out unnamed, parsed and planned at each call, which for a statement over an index is
 * a fraction of a millisecond.
 */
function planQuery(views: PostgresJsDatabase, { view, parameters, query }: ViewCall): QueryPlan {
  const rows = rowsOf(views, view, (name) => sql`${parameters[name]}`, query.filter);
  return query.grouping ? planGroups(views, rows, query.grouping, query.sortBy) : planRecords(views, view, rows, query);
}

/** One statement, and a second one for the total where it is asked for and the first does not tell it. */
export async function queryView(views: PostgresJsDatabase, call: ViewCall): Promise<ViewAnswer> {
  const { query } = call;
  const plan = planQuery(views, call);
  const paging = query.paging ?? unpaged;
  const print = queryPrint(call.view, call.parameters, query);
  const place = paging.token === undefined ? undefined : decodePlace(paging.token, print, plan.order);
  const part = {
    after: place && after(plan.order, place.values),
    limit: paging.rowsMax + 1,
    offset: paging.skippedRows,
  };
  const rows = await execute(plan.read(part));
  const shown = rows.slice(0, paging.rowsMax);
  const hasMoreResults = rows.length > paging.rowsMax;
  const pageNumber = place?.pageNumber ?? paging.pageNumber ?? 1;
  const isWhole = !hasMoreResults && !place && paging.skippedRows === 0;
  return {
    data: shown.map(plan.show),
    hasMoreResults,
    ...(paging.pageNumber !== undefined && { pageNumber, pageSize: paging.rowsMax }),
    ...(query.paging &&
      hasMoreResults && {
        nextPageToken: encodePlace(print, { pageNumber: pageNumber + 1, values: valuesOf(plan, shown.at(-1)) }),
      }),
    ...(query.isTotalCountWanted && { totalCount: isWhole ? rows.length : await countRows(plan) }),
  };
}

/** How many rows a query has in all, whatever its paging. */
export function countView(views: PostgresJsDatabase, call: ViewCall): Promise<number> {
  return countRows(planQuery(views, call));
}

async function countRows(plan: QueryPlan): Promise<number> {
  const [row] = await execute(plan.count());
  return Number(row?.["count"]);
}

function valuesOf({ order }: QueryPlan, row: Row | undefined) {
  return order.map(({ kind }, index) => readValue(kind, row?.[orderAlias(index)]));
}

async function execute(statement: PromiseLike<Row[]>): Promise<Row[]> {
  try {
    return await statement;
  } catch (error) {
    return rethrowPlain(error);
  }
}
