import { findObject, type ObjectInfo, type ViewCall, type ViewRunner, type ViewSummary } from "@rewards/db";
import {
  AppError,
  actionOfId,
  actionResources,
  canReadId,
  comparesPersonal,
  dataViewNamed,
  type ErrorCode,
  moveFrom,
  type ObjectDefinition,
  objectOfId,
  parseParameters,
  parseQuery,
  type Rights,
  reachesClass,
  recordsMax,
  showActionFields,
  statusIllegal,
} from "@rewards/domain";
import { type JsonObject, parseJsonObject } from "../body.ts";
import { demandRight, withReachedActions } from "../call.ts";
import { versionHeader } from "../headers.ts";
import { parseJson } from "../json.ts";
import type { ReadAnswer, ReadCall, ViewMember } from "./read.call.ts";
import { type JsonSlices, openJsonSlices } from "./slices.ts";

/** The caller of a read. */
export interface ReadCaller {
  readonly user: string;
  readonly rights: Rights;
  /** Whether personal data may be encrypted, and whether with a key that this process lacks. */
  readonly isSealed: boolean;
  readonly isKeyMissing: boolean;
}

/** The dependencies of reads. */
export interface ReadDeps extends ReadCaller {
  readonly readDb: ViewRunner;
  /** The most bytes of a response's records. */
  readonly answerBytesMax: number;
}

/**
 * Answers a read. The signal cancels the statement in Postgres.
 * @throws AppError 400, 404, 409, 410 or 503.
 */
export function answerRead(call: ReadCall, deps: ReadDeps, signal: AbortSignal): Promise<ReadAnswer> {
  switch (call.kind) {
    case "view":
      return answerView(readCall(call, deps), deps, signal);
    case "count":
      return countView(readCall(call, deps), deps, signal);
    case "object":
      return showObject(call.id, deps, signal);
    case "action":
      return showAction(call, deps, signal);
  }
}

type PostedCall = Extract<ReadCall, { kind: "view" | "count" }>;

/** @throws AppError 400 or 503. */
export function readCall(posted: PostedCall, { user, rights, isSealed, isKeyMissing }: ReadCaller): ViewCall {
  const view = dataViewNamed(posted.view);
  const body = bodyOf(posted);
  const query = parseQuery(view, body, (className) => reachesClass(rights, className), isSealed);
  // It would find only some of the records that match.
  if (isKeyMissing && comparesPersonal(query.filter)) throw new AppError("Error_Service_Unavailable");
  const isReadable = (id: string) => canReadId(rights, id);
  const parameters = parseParameters(view, body["dataViewParameters"], isReadable);
  for (const right of view.demands?.(parameters) ?? []) demandRight({ rights }, right);
  return { view, query, user, parameters };
}

function bodyOf(call: PostedCall): JsonObject {
  if ("body" in call) return parseJsonObject(Buffer.from(call.body, "latin1"));
  const given = Object.entries(call.members) as [ViewMember, string][];
  return Object.fromEntries(given.map(([name, text]) => [name, parseMember(name, text)]));
}

/** The error code of a query string member that is not JSON. */
const codeOfMember = {
  dataViewParameters: "Error_Parameter_Type",
  query: "Error_Query_Malformed",
  paging: "Error_Paging_Malformed",
} as const satisfies Record<ViewMember, ErrorCode>;

function parseMember(name: ViewMember, text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw malformedMember(name, `${name} is not well-formed JSON.`);
  }
}

export function malformedMember(name: ViewMember, text: string): AppError {
  const code = codeOfMember[name];
  return new AppError(code, [{ code, text, identifier: `.${name}` }]);
}

/** The records of a view that its call asks for. */
async function answerView(
  call: ViewCall,
  { readDb, answerBytesMax }: ReadDeps,
  signal: AbortSignal,
): Promise<ReadAnswer> {
  const json = openJsonSlices(answerBytesMax);
  return viewAnswer(call, json, await readDb.answer(call, json.take, signal));
}

export function viewAnswer(call: ViewCall, json: JsonSlices, summary: ViewSummary): ReadAnswer {
  const resultCount = json.count();
  const rest = { resultCount, fetchDateTime: new Date().toISOString(), ...shownSummary(summary, call) };
  return {
    headers: {},
    slices: json.end(rest),
    isMiss: isMiss(call, resultCount),
    awaited: awaited(call, resultCount),
  };
}

/** Whether it shows a record. A grouped answer has rows even if no record matches. */
const isFound = ({ query }: ViewCall, count: number) => count > 0 && query.grouping === undefined;

function awaited(call: ViewCall, count: number): string | undefined {
  const { view, parameters } = call;
  return view.awaits !== undefined && isFound(call, count) ? String(parameters[view.awaits]) : undefined;
}

const isMiss = (call: ViewCall, count: number) => call.view.isGuessable && !isFound(call, count);

/** Paged responses have their position and whether more records follow; others say only if records were cut off. */
function shownSummary({ hasMoreResults, ...more }: ViewSummary, { query }: ViewCall) {
  return { ...(query.paging || hasMoreResults ? { hasMoreResults } : {}), ...more };
}

/** The number of records of the same call, instead of the records. */
async function countView(call: ViewCall, { readDb }: ReadDeps, signal: AbortSignal): Promise<ReadAnswer> {
  if (call.query.paging?.token !== undefined) throw new AppError("Error_Paging_Conflict");
  return countAnswer(call, await readDb.count(call, signal));
}

export function countAnswer(call: ViewCall, totalCount: number): ReadAnswer {
  const { paging } = call.query;
  const skipped = paging?.skippedRows ?? 0;
  const resultCount = Math.min(Math.max(totalCount - skipped, 0), paging?.rowsMax ?? recordsMax);
  const hasMoreResults = totalCount > skipped + resultCount;
  const answer = inOneSlice({ resultCount, totalCount, hasMoreResults, fetchDateTime: new Date().toISOString() });
  return { ...answer, isMiss: isMiss(call, totalCount) };
}

async function showObject(id: string, deps: ReadDeps, signal: AbortSignal): Promise<ReadAnswer> {
  const { definition, uuid } = objectOfId(id);
  return objectAnswer(await findReachable(definition, uuid, deps, signal));
}

export const objectAnswer = (objectInfo: ObjectInfo): ReadAnswer =>
  inOneSlice({ data: { objectInfo } }, versionHeader(objectInfo.content["@version"]));

async function findReachable(
  definition: ObjectDefinition,
  uuid: string,
  { readDb, rights }: ReadDeps,
  signal: AbortSignal,
): Promise<ObjectInfo> {
  return withReachedActions(await findObject(readDb, definition, uuid, signal), definition, rights);
}

/**
 * The object and the fields that the action takes, with the current values of those it would change. If the object's
 * status does not allow the action, this is refused like the action itself.
 */
async function showAction(
  { id, action: name }: { readonly id: string; readonly action: string },
  deps: ReadDeps,
  signal: AbortSignal,
): Promise<ReadAnswer> {
  const { definition, uuid, action } = actionOfId(id, name);
  const objectInfo = await findReachable(definition, uuid, deps, signal);
  if (moveFrom(definition, objectInfo.status, action.transition) === undefined)
    throw statusIllegal(action, objectInfo.status);
  const fields = showActionFields(action, objectInfo.content);
  return inOneSlice(
    {
      data: { objectInfo, action: { ID: action.name, name: action.name, fields } },
      uiResources: actionResources(action, fields),
    },
    versionHeader(objectInfo.content["@version"]),
  );
}

function inOneSlice(body: unknown, headers: Readonly<Record<string, string>> = {}): ReadAnswer {
  return { headers, slices: [JSON.stringify(body)] };
}
