import { type DataViewDefinition, isPlainQuery, recordsMax } from "@rewards/domain";
import { eq, type SQL, sql } from "drizzle-orm";
import type { PostgresJsDatabase } from "drizzle-orm/postgres-js";
import { rethrowPlain } from "./view.fault.ts";
import { selectFrom } from "./view.from.ts";
import { countView, queryView, type ViewAnswer, type ViewCall } from "./view.query.ts";
import { columnsOf } from "./view.select.ts";
import { type Row, showRecord } from "./view.show.ts";
import { orderBy, ownOrder } from "./view.sort.ts";
import { sourceOf } from "./view.source.ts";
import { type Rows, rowsOf } from "./view.where.ts";

export interface ViewRunner {
  /** The rows of a view, at most recordsMax + 1 of them. */
  run(view: DataViewDefinition, parameters: Readonly<Record<string, string>>): Promise<Row[]>;
  /** The answer to a query of a view; where it asks for no more than the view's records, by the view's prepared statement. */
  answer(call: ViewCall): Promise<ViewAnswer>;
  /** How many rows a query has, whatever its paging. */
  count(call: ViewCall): Promise<number>;
  /** The row of one record, by its UUID. */
  find(className: string, id: string): Promise<Row | undefined>;
}

/**
 * Compiles each view once, at its first call, to a prepared statement: as many as there are views and classes.
 * @param queries where statements of callers' own go; left out where no caller has any.
 */
export function createViewRunner(views: PostgresJsDatabase, queries: PostgresJsDatabase = views): ViewRunner {
  const compiled = new Map<string, Statement>();

  function prepared(name: string, compile: () => Query): Statement {
    const known = compiled.get(name);
    if (known) return known;
    const built = compile().prepare(name) as unknown as Statement;
    const statement: Statement = { execute: (parameters) => built.execute(parameters).catch(rethrowPlain) };
    compiled.set(name, statement);
    return statement;
  }

  const run: ViewRunner["run"] = (view, parameters) =>
    prepared(`view_${view.name}`, () => compileView(views, view)).execute(parameters);

  return {
    run,
    answer: async (call) => {
      if (!isPlainQuery(call.query)) return queryView(queries, call);
      const { view, parameters, query } = call;
      const rows = await run(view, parameters);
      const shown = rows.slice(0, recordsMax).map((row) => showRecord(view.record, row, query.select?.names));
      return { data: shown, hasMoreResults: rows.length > recordsMax };
    },
    count: (call) => countView(queries, call),
    find: async (className, id) => {
      const [row] = await prepared(`object_${className}`, () => compileFind(views, className)).execute({ id });
      return row;
    },
  };
}

interface Statement {
  execute(parameters: Readonly<Record<string, unknown>>): Promise<Row[]>;
}
type Query = ReturnType<typeof compileView>;

/** One statement a call: the whole records of a view, at most one more than an answer holds. */
function compileView(views: PostgresJsDatabase, view: DataViewDefinition) {
  return compileRows(
    views,
    rowsOf(views, view, (name) => sql`${sql.placeholder(name)}`),
    view,
  );
}

function compileFind(views: PostgresJsDatabase, className: string) {
  const source = sourceOf(className);
  const where: SQL = eq(source.id, sql.placeholder("id"));
  return compileRows(views, { source, where, isJoined: true }, {});
}

function compileRows(views: PostgresJsDatabase, { source, where }: Rows, view: Pick<DataViewDefinition, "orderBy">) {
  return selectFrom(views, source, columnsOf(views, source, undefined), true)
    .where(where)
    .orderBy(...orderBy(ownOrder(views, source, view)))
    .limit(recordsMax + 1);
}
