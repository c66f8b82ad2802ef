import { type DataViewDefinition, type Paging, recordsMax, type Selection } from "@rewards/domain";
import { sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { TakeRecord, ViewCall, ViewDeps, ViewSummary } from "./view.call.ts";
import type { Encode } from "./view.encode.ts";
import { placeOf, readPage, summarise } from "./view.page.ts";
import { planGroups, planRecords, type QueryPlan } from "./view.plan.ts";
import { type Reader, type ReadStatement, readRows } from "./view.read.ts";
import { after } from "./view.sort.ts";
import { rowsOf } from "./view.where.ts";

const unpaged: Paging = { rowsMax: recordsMax, skippedRows: 0 };

/** The plan of a view for calls that ask only for its records. All such calls share one statement. */
export interface PlainPlan {
  readonly plan: QueryPlan;
  readonly statement: ReadStatement;
  /** By the selected fields. Callers can select any of thousands of sets. */
  readonly encoders: LRUCache<string, Encode, Selection | undefined>;
}

const encodersMax = 100;

/** The selected fields of a plain query, as text. */
export const shapeOf = (select: Selection | undefined): string => (select ? [...select.names].sort().join(" ") : "*");

/** Reads at most one row more than an answer holds, to know whether more follow. */
export function planPlain(view: DataViewDefinition): PlainPlan {
  const rows = rowsOf(view, (name) => sql`${sql.placeholder(name)}`);
  const plan = planRecords(view, rows, { select: undefined, sortBy: [] });
  const memoMethod = (_shape: string, _stale: unknown, { context }: { context: Selection | undefined }) =>
    plan.encoderOf(context);
  return {
    plan,
    statement: plan.read({ after: undefined, limit: recordsMax + 1, offset: 0 }, true),
    encoders: new LRUCache({ max: encodersMax, memoMethod }),
  };
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
  const page = { encode: plan.encoderOf(), rowsMax: paging.rowsMax, take, signal };
  const reading = await readPage(reader, plan.read(part), page);
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
  { plan, statement, encoders }: PlainPlan,
  call: ViewCall,
  take: TakeRecord,
  signal?: AbortSignal,
): Promise<ViewSummary> {
  // The shared statement reads all fields, but nothing is decrypted that is not shown.
  const encode = encoders.memo(shapeOf(call.query.select), { context: call.query.select });
  const page = { encode, rowsMax: recordsMax, take, signal, values: call.parameters };
  const reading = await readPage(deps.reader, statement, page);
  return summarise(deps, call, plan, { ...reading, pageNumber: 1, signal });
}

/** The number of rows of a query, whatever its paging. */
export function countView(reader: Reader, call: ViewCall, signal?: AbortSignal): Promise<number> {
  return countRows(reader, planQuery(reader, call), signal);
}

async function countRows(reader: Reader, plan: QueryPlan, signal: AbortSignal | undefined): Promise<number> {
  let count = 0;
  const take = ([value]: readonly unknown[]) => {
    count = Number(value);
    return true;
  };
  await readRows(reader, plan.count(), { take, signal });
  return count;
}
