import {
  type Comparator,
  type Condition,
  type DataViewDefinition,
  deletedStatus,
  formatId,
  objectOfClass,
  type RecordDefinition,
  recordsMax,
  statusesOf,
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
  const matching = matchingIds(views, sourceOf(source.record.fields[name]?.class ?? ""), rest, comparator, right);
  // Of a key that is one record's, so that rows come out of an index on the reference in the order that follows it.
  return isKeyOfOne(source, [name, ...rest], comparator)
    ? eq(expression as SQL, sql`(${matching})`)
    : inArray(expression as SQL, matching);
}

function matchingIds(
  views: PostgresJsDatabase,
  target: RecordSource,
  path: string[],
  comparator: Comparator,
  right: SQL | Placeholder,
) {
  return views
    .select({ id: target.id as never })
    .from(target.table as never)
    .where(compare(views, target, path, comparator, right));
}

/** Whether a condition on a reference's field leaves one record at most that may be referred to. */
function isKeyOfOne(source: RecordSource, [name = "", field, ...further]: string[], comparator: Comparator): boolean {
  const target = objectOfClass(source.record.fields[name]?.class ?? "");
  if (!target?.key || target.key.optional || statusesOf(target).includes(deletedStatus)) return false;
  return comparator === "EQ" && target.key.field === field && further.length === 0;
}

/** The source as it is read where a condition pins one of its references. */
function pin(views: PostgresJsDatabase, source: RecordSource, conditions: readonly Condition[]): RecordSource {
  for (const condition of conditions) {
    const path = condition.field.split(".");
    const [name = "", ...rest] = path;
    const pinned = source.pinned?.[name];
    if (!pinned || !("parameter" in condition) || !isKeyOfOne(source, path, condition.comparator)) continue;
    const target = sourceOf(source.record.fields[name]?.class ?? "");
    return pinned(sql`(${matchingIds(views, target, rest, "EQ", sql.placeholder(condition.parameter))})`);
  }
  return source;
}

export interface ViewRunner {
  /** The rows of a view, at most recordsMax + 1 of them. */
  run(view: DataViewDefinition, parameters: Readonly<Record<string, string>>): Promise<Row[]>;
  /** The row of one record, by its UUID. */
  find(className: string, id: string): Promise<Row | undefined>;
}

/** Compiles each view once, at its first call, to a prepared statement. */
export function createViewRunner(views: PostgresJsDatabase): ViewRunner {
  const compiled = new Map<string, Statement>();

  function prepared(name: string, compile: () => Query): Statement {
    const known = compiled.get(name);
    if (known) return known;
    const built = compile().prepare(name) as unknown as Statement;
    const statement: Statement = { execute: (parameters) => built.execute(parameters).catch(rethrowPlain) };
    compiled.set(name, statement);
    return statement;
  }

  return {
    run: (view, parameters) => prepared(`view_${view.name}`, () => compileView(views, view)).execute(parameters),
    find: async (className, id) => {
      const [row] = await prepared(`object_${className}`, () => compileFind(views, className)).execute({ id });
      return row;
    },
  };
}

interface Statement {
  execute(parameters: Readonly<Record<string, unknown>>): Promise<Row[]>;
}
type Query = ReturnType<typeof selectFrom>;

function compileView(views: PostgresJsDatabase, view: DataViewDefinition): Query {
  const source = pin(views, sourceOf(view.record.class), view.where);
  const conditions = view.where.map((condition) => compileCondition(views, source, condition));
  return selectFrom(views, source, and(...conditions), orderOf(source, view.orderBy));
}

function compileFind(views: PostgresJsDatabase, className: string): Query {
  const source = sourceOf(className);
  return selectFrom(views, source, eq(source.id, sql.placeholder("id")), orderOf(source, undefined));
}

/** Drizzle's own error repeats the parameters in its message, which would be logged; its cause does not. */
function rethrowPlain(error: unknown): never {
  throw error instanceof DrizzleQueryError && error.cause ? error.cause : error;
}

export interface ShownRecord extends Record<string, unknown> {
  readonly ID: string;
  readonly "@version": number;
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
