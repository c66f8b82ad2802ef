import {
  type DataViewDefinition,
  decodePlace,
  encodePlace,
  type PagePlace,
  type Paging,
  queryPrint,
  recordsMax,
  type ViewQuery,
} from "@rewards/domain";
import { sql } from "drizzle-orm";
import { seal, unseal } from "../seal.ts";
import type { PageKey } from "./view.key.ts";
import { narrowSealed } from "./view.open.ts";
import { orderAlias, planGroups, planRecords, type QueryPlan } from "./view.plan.ts";
import { type Reader, type ReadStatement, type Row, readRows } from "./view.read.ts";
import { after } from "./view.sort.ts";
import { readValue } from "./view.value.ts";
import { rowsOf } from "./view.where.ts";

/** A call of a data view. */
export interface ViewCall {
  readonly view: DataViewDefinition;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: ViewQuery;
  /** The caller, who alone can use the page tokens of the answer. */
  readonly user: string;
}

/** What the reading of a view needs. */
export interface ViewDeps {
  readonly reader: Reader;
  readonly pageKey: PageKey;
}

/** What an answer has in addition to its records or groups. */
export interface ViewSummary {
  readonly hasMoreResults: boolean;
  readonly pageNumber?: number;
  readonly pageSize?: number;
  /** The token of the next page; present if more records follow. */
  readonly nextPageToken?: string;
  readonly totalCount?: number;
}

export interface ViewAnswer extends ViewSummary {
  readonly data: readonly Record<string, unknown>[];
}

/** Takes the records of an answer one by one. False means that a record does not fit: the answer ends before it. */
export type TakeRecord = (record: Record<string, unknown>) => boolean;

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

interface PageRun {
  readonly plan: QueryPlan;
  readonly rowsMax: number;
  readonly take: TakeRecord;
  readonly signal: AbortSignal | undefined;
  readonly values?: Readonly<Record<string, unknown>>;
  readonly select?: ReadonlySet<string>;
}

interface PageRead {
  readonly rowsRead: number;
  readonly last: Row | undefined;
  readonly hasMoreResults: boolean;
}

async function readPage(reader: Reader, statement: ReadStatement, run: PageRun): Promise<PageRead> {
  const { plan, rowsMax, values, signal } = run;
  let rowsRead = 0;
  let last: Row | undefined;
  let hasMoreResults = false;
  const take = (row: Row): boolean => {
    hasMoreResults = rowsRead === rowsMax || !run.take(plan.show(row, run.select));
    if (hasMoreResults) return false;
    rowsRead += 1;
    last = row;
    return true;
  };
  await readRows(reader, statement, { take, signal, ...(values && { values }) });
  return { rowsRead, last, hasMoreResults };
}

/** @throws AppError 400 if the token is not of this caller and query. */
async function placeOf(
  token: string,
  { reader, pageKey }: ViewDeps,
  { view, parameters, query, user }: ViewCall,
  { order }: QueryPlan,
  signal?: AbortSignal,
): Promise<PagePlace> {
  const print = queryPrint(view, parameters, query);
  const own = [...reader.keys.all.values()].map(({ pages }) => pages);
  // Another API may have other settings, while operators change them.
  const opened = [...own, await pageKey(signal)].map((key) => unseal(key, user, token));
  return decodePlace(
    opened.find((content) => content !== undefined),
    print,
    order,
  );
}

interface PageDone extends PageRead {
  readonly pageNumber: number;
  readonly signal: AbortSignal | undefined;
}

/** If the answer was cut, by its number of records or by its size, the token names the place to continue from. */
async function summarise(
  { reader, pageKey }: ViewDeps,
  { view, parameters, query, user }: ViewCall,
  { order }: QueryPlan,
  { hasMoreResults, last, pageNumber, signal }: PageDone,
): Promise<ViewSummary> {
  if (!hasMoreResults || !last) return { hasMoreResults };
  const values = order.map(({ kind }, index) => readValue(kind, last[orderAlias(index)]));
  const content = encodePlace(queryPrint(view, parameters, query), { pageNumber: pageNumber + 1, values });
  return { hasMoreResults, nextPageToken: seal(reader.keys.sealing?.pages ?? (await pageKey(signal)), user, content) };
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
