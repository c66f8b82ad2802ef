import { type DataViewDefinition, isPlainQuery } from "@rewards/domain";
import { eq, sql } from "drizzle-orm";
import type { ReadDatabase } from "../client.ts";
import { selectFrom } from "./view.from.ts";
import {
  countView,
  type PlainPlan,
  planPlain,
  queryView,
  readPlain,
  type TakeRecord,
  type ViewAnswer,
  type ViewCall,
  type ViewSummary,
} from "./view.query.ts";
import { compileStatement, type ReadStatement, readRows } from "./view.read.ts";
import { columnsOf } from "./view.select.ts";
import type { Row } from "./view.show.ts";
import { sourceOf } from "./view.source.ts";

export interface ViewRunner {
  /**
   * Hands over the records of a view, or the groups of a query, in order, and resolves with what goes with them. The
   * signal cancels the statement in Postgres.
   * @throws AppError 400 for a page token of another query, 503 where the time ran out.
   */
  answer(call: ViewCall, take: TakeRecord, signal?: AbortSignal): Promise<ViewSummary>;
  /** How many rows a query has, whatever its paging. */
  count(call: ViewCall, signal?: AbortSignal): Promise<number>;
  /** The row of one record, by its UUID. */
  find(className: string, id: string, signal?: AbortSignal): Promise<Row | undefined>;
}

/**
 * Compiles each view once, at its first call, to a prepared statement: as many as there are views and classes.
 * @param queries where statements of callers' own go; left out where no caller has any.
 */
export function createViewRunner(views: ReadDatabase, queries: ReadDatabase = views): ViewRunner {
  const plainOf = keep((view: DataViewDefinition): PlainPlan => planPlain(views, view));
  const findOf = keep((className: string): ReadStatement => compileFind(views, className));
  return {
    answer: (call, take, signal) =>
      isPlainQuery(call.query)
        ? readPlain(views, plainOf(call.view), call, take, signal)
        : queryView(queries, call, take, signal),
    count: (call, signal) => countView(queries, call, signal),
    find: async (className, id, signal) => {
      let found: Row | undefined;
      const take = (row: Row) => {
        found = row;
        return true;
      };
      await readRows(views, findOf(className), { values: { id }, take, signal });
      return found;
    },
  };
}

/** Makes each value once. */
function keep<Key, Value extends {}>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>();
  return (key) => {
    const known = made.get(key) ?? make(key);
    made.set(key, known);
    return known;
  };
}

function compileFind(views: ReadDatabase, className: string): ReadStatement {
  const source = sourceOf(className);
  const columns = columnsOf(views, source, undefined);
  return compileStatement(
    columns,
    selectFrom(views, source, columns, true).where(eq(source.id, sql.placeholder("id"))),
    true,
  );
}

/** All of an answer at once, for a caller with memory for it. */
export async function collectAnswer(runner: ViewRunner, call: ViewCall): Promise<ViewAnswer> {
  const data: Record<string, unknown>[] = [];
  const summary = await runner.answer(call, (record) => data.push(record) > 0);
  return { data, ...summary };
}
