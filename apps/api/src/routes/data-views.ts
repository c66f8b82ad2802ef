import {
  type DataViewDefinition,
  dataViewNamed,
  dataViews,
  isGranted,
  metadataOf,
  parametersOf,
  viewRight,
} from "@rewards/domain";
import { respond } from "../answer.ts";
import { withJsonBody } from "../body.ts";
import { type ApiContext, admitAgain, demandRight } from "../call.ts";
import type { ApiDeps, Handler } from "../context.ts";
import type { ReadCall, ViewMember } from "../reader/read.call.ts";
import { malformedMember } from "../reader/read.ts";
import { readWaitMs } from "../reader/waits.ts";

/** POST …/data_views/{ViewName}. */
export const runDataView: Handler = (c, deps) => answerPosted("view", c, deps);

/** POST …/data_views/{ViewName}/count: takes the same body and answers with the number of records. */
export const countDataView: Handler = (c, deps) => answerPosted("count", c, deps);

/** Looks up the view before reading the body: no body is read for a view that does not exist. */
async function answerPosted(kind: "view" | "count", c: ApiContext, deps: ApiDeps): Promise<Response> {
  const view = viewOf(c);
  return withJsonBody(c, deps.bodyBytesMax, (body) =>
    answerRead(c, deps, view, { kind, view: view.name, body: body.toString("latin1"), ...waitOf(c, view) }),
  );
}

/** GET …/data_views/{ViewName}: like the POST, for callers that send no body with a read. */
export const readDataView: Handler = async (c, deps) => {
  const view = viewOf(c);
  return answerRead(c, deps, view, { kind: "view", view: view.name, members: membersOf(c), ...waitOf(c, view) });
};

const answerRead = (c: ApiContext, { reads, authenticate }: ApiDeps, view: DataViewDefinition, call: ReadCall) =>
  reads.answer(c, call, () => admitAgain(c, authenticate, viewRight(view)));

function waitOf(c: ApiContext, view: DataViewDefinition): { waitMs?: number } {
  const waitMs = view.awaits === undefined ? 0 : readWaitMs(c.req.header("prefer"));
  return waitMs > 0 ? { waitMs } : {};
}

/** @throws AppError 404 if there is no such view, 403 if the caller may not run it, 429 if a limit is reached. */
function viewOf(c: ApiContext): DataViewDefinition {
  const view = dataViewNamed(c.req.param("name") as string);
  demandRight(c.env.caller, viewRight(view));
  const { quota } = c.env.outgoing;
  quota?.demand("readMs");
  if (view.isGuessable) quota?.take("voucherMisses");
  return view;
}

const viewMembers: readonly ViewMember[] = ["dataViewParameters", "query", "paging"];

function membersOf(c: ApiContext): Partial<Record<ViewMember, string>> {
  return Object.fromEntries(
    viewMembers.flatMap((name) => {
      const [text, ...more] = c.req.queries(name) ?? [];
      if (text === undefined) return [];
      if (more.length > 0) throw malformedMember(name, `${name} is given more than once.`);
      if (!isDecodable(c.req.url)) throw malformedMember(name, "The query string is not well-formed.");
      return [[name, text]];
    }),
  );
}

/** Hono passes undecodable text through unchanged, and it would be looked up like that. */
function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url);
    return true;
  } catch {
    return false;
  }
}

const listed = dataViews.map((view) => ({
  right: viewRight(view),
  shown: { ID: view.name, name: view.name, class: view.record.class, parameters: parametersOf(view) },
}));

/** GET …/data_views: every view that the caller may run, with its class and parameters. */
export const listDataViews: Handler = async (c) => {
  const { rights } = c.env.caller;
  const data = listed.flatMap(({ right, shown }) => (isGranted(rights, right) ? [shown] : []));
  return respond(c.env.outgoing, { data, resultCount: data.length, fetchDateTime: new Date().toISOString() });
};

type Metadata = Map<DataViewDefinition, ReturnType<typeof metadataOf>>;
const metadata: Metadata = new Map();
const metadataSealed: Metadata = new Map();

/**
 * GET …/data_views/{ViewName}/metadata: it depends only on the definitions, and on whether personal data is encrypted, so
 * it is built once.
 */
export const showDataViewMetadata: Handler = async (c, { personal }) => {
  const view = dataViewNamed(c.req.param("name") as string);
  demandRight(c.env.caller, viewRight(view));
  const isSealed = personal.isSealed();
  const known = isSealed ? metadataSealed : metadata;
  const shown = known.get(view) ?? metadataOf(view, isSealed);
  known.set(view, shown);
  return respond(c.env.outgoing, shown);
};
