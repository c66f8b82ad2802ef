import {
  AppError,
  actionsOf,
  type DataViewDefinition,
  hidesRecords,
  isPlainQuery,
  moveFrom,
  type ObjectDefinition,
  type Scope,
  unlimited,
} from "@rewards/domain";
import type { ReadDatabase, Sql } from "../client.ts";
import type { Computing } from "../computation.ts";
import { keyTableOf } from "../object/object.table.ts";
import { noKeys, type PersonalKeys } from "../personal/personal.keys.ts";
import { keep } from "../statement.ts";
import type { TakeRecord, ViewAnswer, ViewCall, ViewSummary } from "./view.call.ts";
import { answerComputed, countComputed, openComputing } from "./view.compute.ts";
import { keepPageKey, type PageKey } from "./view.key.ts";
import { planFind } from "./view.plan.ts";
import { countView, type PlainPlan, planPlain, queryView, readPlain } from "./view.query.ts";
import { type Reader, readRows } from "./view.read.ts";
import type { ShownRecord } from "./view.source.ts";

export interface ViewRunner {
  /**
   * Passes the records of a view, or the groups of a query, to `take` in order, and resolves with their summary. The
   * signal cancels the statement in Postgres.
   * @throws AppError 400 for a page token of another query, 503 if the statement was cancelled.
   */
  answer(call: ViewCall, take: TakeRecord, signal?: AbortSignal): Promise<ViewSummary>;
  /** The number of rows of a query, whatever its paging. */
  count(call: ViewCall, signal?: AbortSignal): Promise<number>;
  /** One record, by its UUID. */
  find(className: string, id: string, signal?: AbortSignal): Promise<ShownRecord | undefined>;
  /** The name of the detached month of a sale's UUID; undefined if its month is in the table. */
  findArchive(id: string): Promise<string | undefined>;
}

/** Reads for callers without limits, or for a caller with these: what lies outside them does not exist. */
export interface ViewRunners extends ViewRunner {
  /** @param session reads there, instead of in the pools. */
  within(scope: Scope, session?: Sql): ViewRunner;
}

/**
 * Compiles each view and each class's `find` to one prepared statement, at the first call.
 * @param prepared the pool for prepared statements.
 * @param queries the pool for the queries that callers write; by default the same.
 * @param keys the keys of personal fields; by default none.
 * @param sql the pool for computed views, of the primary; without it, there are none.
 */
export function createViewRunner(
  prepared: ReadDatabase,
  queries: ReadDatabase = prepared,
  keys: PersonalKeys = noKeys,
  sql?: Sql,
): ViewRunners {
  const computing = sql && openComputing(sql);
  const plans = {
    plainOf: keep(planPlain),
    findOf: keep((className: string) => planFind(className)),
    pageKey: keepPageKey(prepared),
    computing,
  };
  const runnerOf = (scope: Scope, session?: Sql) => {
    // Planned by the values of the scope, whose rows may be few or many.
    const { $client } = hidesRecords(scope) ? queries : prepared;
    const readerOf = (pool: Sql) => ({ $client: session ?? pool, scope, keys });
    return openRunner(readerOf($client), readerOf(queries.$client), plans);
  };
  return { ...runnerOf(unlimited), within: runnerOf };
}

interface Plans {
  readonly plainOf: (view: DataViewDefinition) => PlainPlan;
  readonly findOf: (className: string) => ReturnType<typeof planFind>;
  readonly pageKey: PageKey;
  readonly computing: Computing | undefined;
}

function openRunner(prepared: Reader, queries: Reader, { plainOf, findOf, pageKey, computing }: Plans): ViewRunner {
  return {
    answer: (call, take, signal) => {
      if (call.view.computes) return answerComputed({ reader: prepared, pageKey, computing }, call, take, signal);
      return isPlainQuery(call.query)
        ? readPlain({ reader: prepared, pageKey }, plainOf(call.view), call, take, signal)
        : queryView({ reader: queries, pageKey }, call, take, signal);
    },
    count: (call, signal) =>
      call.view.computes
        ? countComputed({ reader: prepared, pageKey, computing }, call, signal)
        : countView(queries, call, signal),
    find: async (className, id, signal) => {
      const { statement, encode } = findOf(className);
      let json: string | undefined;
      const take = (values: readonly unknown[]) => {
        json = encode(values, prepared.keys);
        return true;
      };
      await readRows(prepared, statement, { values: { id }, take, signal });
      return json === undefined ? undefined : (JSON.parse(json) as ShownRecord);
    },
    findArchive: async (id) => {
      const [row] = await prepared.$client<{ name: string }[]>`
        select name from sale_archive where ${id}::uuid >= from_id and ${id}::uuid < to_id limit 1`;
      return row?.name;
    },
  };
}

/** The whole answer at once. The caller must have the memory for it. */
export async function collectAnswer(readDb: ViewRunner, call: ViewCall): Promise<ViewAnswer> {
  const data: Record<string, unknown>[] = [];
  const summary = await readDb.answer(call, (json) => data.push(JSON.parse(json)) > 0);
  return { data, ...summary };
}

/** The response of GET …/objects/{ID}: the record in `content`, and the actions that its status allows. */
export interface ObjectInfo extends Record<string, unknown> {
  readonly ID: string;
  readonly status: string;
  readonly content: ShownRecord;
  readonly availableActions: readonly { readonly ID: string; readonly name: string }[];
}

/** @throws AppError 404 if there is no such object, 410 if it is of a detached month. */
export async function findObject(
  readDb: ViewRunner,
  definition: ObjectDefinition,
  uuid: string,
  signal?: AbortSignal,
): Promise<ObjectInfo> {
  const content = await readDb.find(definition.class, uuid, signal);
  if (!content) throw await missing(readDb, definition, uuid);
  return showObject(definition, content);
}

/** Goes by the ID alone: an ID of a detached month may also be that of no sale. */
async function missing(readDb: ViewRunner, definition: ObjectDefinition, uuid: string): Promise<AppError> {
  const archive = keyTableOf(definition) && (await readDb.findArchive(uuid));
  if (archive === undefined) return new AppError("Error_Object_Unknown");
  const code = "Error_Object_Archived";
  return new AppError(code, [{ code, text: `Sales of that time are in the archive ${archive}.` }]);
}

export function showObject(definition: ObjectDefinition, content: ShownRecord): ObjectInfo {
  const status = String(content["Status"]);
  return {
    ID: content.ID,
    objectTypeID: definition.class,
    status,
    businessID: content["BusinessID"],
    createTime: content["CreateDateTime"],
    createdBy: content["CreateUserID"],
    content,
    availableActions: actionsOf(definition)
      .filter((action) => moveFrom(definition, status, action.transition) !== undefined)
      .map((action) => ({ ID: action.name, name: action.name })),
  };
}
