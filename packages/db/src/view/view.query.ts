import { type DataViewDefinition, type Paging, recordsMax } from "@rewards/domain";
import { sql } from "drizzle-orm";
import type { TakeRecord, ViewCall, ViewDeps, ViewSummary } from "./view.call.ts";
import { narrowSealed } from "./view.open.ts";
import { placeOf, readPage, summarise } from "./view.page.ts";
import { planGroups, planRecords, type QueryPlan } from "./view.plan.ts";
import { type Reader, type ReadStatement, type Row, readRows } from "./view.read.ts";
import { after } from "./view.sort.ts";
import { rowsOf } from "./view.where.ts";

const unpaged: Paging = { rowsMax: recordsMax, skippedRows: 0 };

/** The plan of a view for calls that ask only for its records. All such calls share one statement. */
export interface PlainPlan {
  readonly plan: QueryPlan;
  readonly statement: ReadStatement;
}

/** Reads at most one row more than an answer holds, to know whether more follow. */
export function planPlain(view: DataViewDefinition): PlainPlan {
  const rows = rowsOf(view, (name) => sql`${sql.placeholder(name)}`);
  const plan = planRecords(view, rows, { select: undefined, sortBy: [] });
  return { plan, statement: plan.read({ after: undefined, limit: recordsMax + 1, offset: 0 }, true) };
}

/**
 * Statements of queries are not prepared: callers can write any number of them, and each prepared one would stay in the
 * memory of every session that ran it. Postgres parses and plans them at each call, which takes a fraction of a
 * millisecond for a statement over an index.
 */
function planQuery({ keys }: Reader, { view, parameters, query }: ViewCall): QueryPlan {
  const rows = rowsOf(view, (name) => sql`${parameters[name]}`, query.filter, keys);
  return query.grouping ? planGroups(rows, query.grouping, query.sortBy) : planRecords(view, rows, query);
}

/** Sends one statement, and a second one for the total count if it is wanted and does not follow from the first. */
export async function queryView(
  deps: ViewDeps,
  call: ViewCall,
  take: TakeRecord,
  signal?: AbortSignal,
): Promise<ViewSummary> {
  const { reader } = deps;
  const { query } = call;
  const plan = planQuery(reader, call);
  const paging = query.paging ?? unpaged;
  const place = paging.token === undefined ? undefined : await placeOf(paging.token, deps, call, plan, signal);
  const part = {
    after: place && after(plan.order, place.values),
    limit: paging.rowsMax + 1,
    offset: paging.skippedRows,
  };
  const reading = await readPage(reader, plan.read(part), { plan, rowsMax: paging.rowsMax, take, signal });
  const pageNumber = place?.pageNumber ?? paging.pageNumber ?? 1;
  const isWhole = !reading.hasMoreResults && !place && paging.skippedRows === 0;
  return {
    ...(await summarise(deps, call, plan, { ...reading, pageNumber, signal })),
    ...(paging.pageNumber !== undefined && { pageNumber, pageSize: paging.rowsMax }),
    ...(query.isTotalCountWanted && {
      totalCount: isWhole ? reading.rowsRead : await countRows(reader, plan, signal),
    }),
  };
}

/** As `queryView`, for a call that asks only for the view's records: it runs the shared statement. */
export async function readPlain(
  deps: ViewDeps,
  { plan, statement }: PlainPlan,
  call: ViewCall,
  take: TakeRecord,
  signal?: AbortSignal,
): Promise<ViewSummary> {
  const select = call.query.select?.names;
  const page = { plan, rowsMax: recordsMax, take, signal, values: call.parameters, ...(select && { select }) };
  // The shared statement reads all fields, but nothing is decrypted that is not shown.
  const narrowed = { ...statement, sealed: narrowSealed(statement.sealed, select) };
  const reading = await readPage(deps.reader, narrowed, page);
  return summarise(deps, call, plan, { ...reading, pageNumber: 1, signal });
}

/** The number of rows of a query, whatever its paging. */
export function countView(reader: Reader, call: ViewCall, signal?: AbortSignal): Promise<number> {
  return countRows(reader, planQuery(reader, call), signal);
}

async function countRows(reader: Reader, plan: QueryPlan, signal: AbortSignal | undefined): Promise<number> {
  let count = 0;
  const take = (row: Row) => {
    count = Number(row["count"]);
    return true;
  };
  await readRows(reader, plan.count(), { take, signal });
  return count;
}
