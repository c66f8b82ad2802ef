import {
  type Comparator,
  type Condition,
  type DataViewDefinition,
  formatId,
  type RecordDefinition,
  recordsMax,
} from "@rewards/domain";
import { and, asc, DrizzleQueryError, eq, gte, inArray, lte, ne, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { PostgresJsDatabase } from "drizzle-orm/postgres-js";
import { textLiteral } from "../literal.ts";
import { type Expression, type RecordSource, showField } from "./record-source.ts";
import { sourceOf } from "./view.source.ts";

type Row = Record<string, unknown>;

const comparators: Record<Comparator, (left: Expression, right: unknown) => SQL> = {
  EQ: (left, right) => eq(left as SQL, right),
  NEQ: (left, right) => ne(left as SQL, right),
  GTE: (left, right) => gte(left as SQL, right),
  LTE: (left, right) => lte(left as SQL, right),
};

const idAlias = "id";
const versionAlias = "version";

/** One statement a call: the whole record by ID or by a view's conditions, at most one record more than an answer holds. */
function selectFrom(
  views: PostgresJsDatabase,
  source: RecordSource,
  where: SQL | undefined,
  orderBy: readonly Expression[],
) {
  const columns = Object.fromEntries(Object.keys(source.record.fields).flatMap((name) => expressionsOf(source, name)));
  const selection = {
    ...columns,
    [`@${idAlias}`]: source.id,
    [`@${versionAlias}`]: sql<string>`${source.version}`.as("record_version"),
  };
  const from = views
    .select(selection as never)
    .from(source.table as never)
    .$dynamic();
  const joined = source.join ? from.innerJoin(source.join.table, source.join.on) : from;
  return joined
    .where(where)
    .orderBy(...orderBy.map((expression) => asc(expression as SQL)))
    .limit(recordsMax + 1);
}

function expressionsOf(source: RecordSource, name: string): [string, Expression][] {
  const expression = source.fields[name]?.expression;
  // An unnamed expression in a selection needs an alias of its own.
  return expression
    ? [[name, "getSQL" in expression && !("table" in expression) ? (expression as SQL).as(name) : expression]]
    : [];
}

function orderOf(source: RecordSource, orderBy: readonly string[] | undefined): Expression[] {
  const named = (orderBy ?? ["CreateDateTime"]).map((name) => source.fields[name]?.expression);
  return [...named.filter((expression) => expression !== undefined), source.id];
}

function compileCondition(views: PostgresJsDatabase, source: RecordSource, condition: Condition): SQL {
  // A fixed value stands in the text: as a parameter it would keep the statement from partial indexes.
  const right = "value" in condition ? sql.raw(textLiteral(condition.value)) : sql.placeholder(condition.parameter);
  return compare(views, source, condition.field.split("."), condition.comparator, right);
}

/** A path through a reference (`Member.ExternalID`) becomes a look-up of the records that it may refer to. */
function compare(
  views: PostgresJsDatabase,
  source: RecordSource,
  [name = "", ...rest]: string[],
  comparator: Comparator,
  right: SQL | Placeholder,
): SQL {
  const expression = source.fields[name]?.expression;
  if (!expression) throw new Error(`${source.record.class} has no field ${name}`);
  if (rest.length === 0) {
    const condition = comparators[comparator](expression, right);
    return name === source.optionalKey ? (and(condition, sql`${expression} <> ''`) as SQL) : condition;
  }
  const target = sourceOf(source.record.fields[name]?.class ?? "");
  const matching = views
    .select({ id: target.id as never })
    .from(target.table as never)
    .where(compare(views, target, rest, comparator, right));
  return inArray(expression as SQL, matching);
}

export interface ViewRunner {
  /** The rows of a view, at most recordsMax + 1 of them. */
  run(view: DataViewDefinition, parameters: Readonly<Record<string, string>>): Promise<Row[]>;
  /** The row of one record, by its UUID. */
  find(className: string, id: string): Promise<Row | undefined>;
}

/** Compiles each view once, at its first call, to a prepared statement. */
export function createViewRunner(views: PostgresJsDatabase): ViewRunner {
  const compiled = new Map<string, { execute(parameters: Record<string, unknown>): Promise<Row[]> }>();

  function prepared(
    name: string,
    className: string,
    conditions: (source: RecordSource) => SQL[],
    orderBy?: readonly string[],
  ) {
    const known = compiled.get(name);
    if (known) return known;
    const source = sourceOf(className);
    const query = selectFrom(views, source, and(...conditions(source)), orderOf(source, orderBy));
    const built = query.prepare(name) as unknown as {
      execute(parameters: Record<string, unknown>): Promise<Row[]>;
    };
    const statement = {
      execute: (parameters: Record<string, unknown>) => built.execute(parameters).catch(rethrowPlain),
    };
    compiled.set(name, statement);
    return statement;
  }

  return {
    run: (view, parameters) =>
      prepared(
        `view_${view.name}`,
        view.record.class,
        (source) => view.where.map((condition) => compileCondition(views, source, condition)),
        view.orderBy,
      ).execute(parameters),
    find: async (className, id) =>
      (
        await prepared(`object_${className}`, className, (source) => [eq(source.id, sql.placeholder("id"))]).execute({
          id,
        })
      )[0],
  };
}

/** Drizzle's own error repeats the parameters in its message, which would be logged; its cause does not. */
function rethrowPlain(error: unknown): never {
  throw error instanceof DrizzleQueryError && error.cause ? error.cause : error;
}

export interface ShownRecord extends Record<string, unknown> {
  readonly ID: string;
}

/** A row as JSON shows it: ID, @version and @class always, then the fields selected, or all of them. */
export function showRecord(record: RecordDefinition, row: Row, select?: ReadonlySet<string>): ShownRecord {
  const source = sourceOf(record.class);
  const id = String(row[`@${idAlias}`]);
  const shown: Record<string, unknown> = {
    "@class": record.class,
    "@version": Number(row[`@${versionAlias}`]),
    ID: formatId(record.idPrefix, id),
  };
  for (const [name, field] of Object.entries(record.fields)) {
    if (field.store === "hidden" || (select && !select.has(name))) continue;
    const fieldSource = source.fields[name];
    shown[name] =
      field.store === "constant" || !fieldSource ? field.value : showField(field, fieldSource, row[name], id);
  }
  return shown as ShownRecord;
}
