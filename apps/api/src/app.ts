import { AppError } from "@rewards/domain";
import { Hono } from "hono";
import { authorOf } from "./author.ts";
import { type ApiBindings, type ApiContext, type ApiDeps, apiRoot, type Handler, operatorRoot } from "./context.ts";
import type { Authenticate } from "./credentials/authenticate.ts";
import { anybody, type Caller } from "./credentials/caller.ts";
import { errorResponse } from "./errors.ts";
import { createOperatorGuard } from "./operator.ts";
import { readObjectAction, runObjectAction } from "./routes/actions.ts";
import { listDataViews, showDataViewMetadata } from "./routes/data-view-metadata.ts";
import { countDataView, readDataView, runDataView } from "./routes/data-views.ts";
import { discardLetter, listLetters, replayLetter, replayLetters, showLetter } from "./routes/dead-letters.ts";
import { guideEndpoints } from "./routes/guides.ts";
import { livez, readyz } from "./routes/health.ts";
import { eraseMembers, exportMember } from "./routes/members.ts";
import { createObject, objectPaths, readObject } from "./routes/objects.ts";
import { referenceEndpoints } from "./routes/reference.ts";
import { showRoot } from "./routes/root.ts";
import { issueToken, revokeToken, tokenRoots } from "./routes/tokens.ts";

interface Endpoint {
  readonly path: string;
  readonly methods: Readonly<Partial<Record<"GET" | "POST" | "PATCH", Handler>>>;
  /** A file, the same for every request. */
  readonly isFile?: true;
  /** Needs no credential. */
  readonly isFree?: true;
}

/** Every API path is served at the root and behind each `{ObjectPath}`. */
const endpoints: readonly Endpoint[] = [
  { path: "/objects", methods: { POST: createObject } },
  { path: "/objects/:id", methods: { GET: readObject } },
  { path: "/objects/:id/actions/:action", methods: { GET: readObjectAction, PATCH: runObjectAction } },
  { path: "/data_views", methods: { GET: listDataViews } },
  { path: "/data_views/:name", methods: { GET: readDataView, POST: runDataView } },
  { path: "/data_views/:name/count", methods: { POST: countDataView } },
  { path: "/data_views/:name/metadata", methods: { GET: showDataViewMetadata } },
];

const operations: readonly Endpoint[] = [
  { path: "/", methods: { GET: showRoot }, isFree: true },
  { path: "/livez", methods: { GET: livez }, isFree: true },
  { path: "/readyz", methods: { GET: readyz }, isFree: true },
  ...referenceEndpoints,
  ...guideEndpoints,
  // Their handlers ask for the client's secret.
  ...tokenRoots.flatMap((root) => [
    { path: `${root}/token`, methods: { POST: issueToken }, isFree: true as const },
    { path: `${root}/revoke`, methods: { POST: revokeToken }, isFree: true as const },
  ]),
];

/** Served under `operatorRoot` if an operator token is configured, or clients have credentials. */
const operators: readonly Endpoint[] = [
  { path: "/dead-letters", methods: { GET: listLetters } },
  { path: "/dead-letters/replay", methods: { POST: replayLetters } },
  { path: "/dead-letters/:id", methods: { GET: showLetter } },
  { path: "/dead-letters/:id/replay", methods: { POST: replayLetter } },
  { path: "/dead-letters/:id/discard", methods: { POST: discardLetter } },
  { path: "/members/export", methods: { POST: exportMember } },
  { path: "/members/erase", methods: { POST: eraseMembers } },
];

/** Written out rather than matched by a pattern: every route but its IDs is static and found in one lookup. */
const roots = [
  { root: apiRoot, objectPath: undefined },
  ...objectPaths.map((objectPath) => ({ root: `/${objectPath}${apiRoot}`, objectPath })),
];

interface Mount extends Endpoint {
  /** The path without its root. */
  readonly pattern: string;
  readonly objectPath: string | undefined;
}

const atRoot = (root: string, objectPath?: string) => (endpoint: Endpoint) => ({
  ...endpoint,
  pattern: endpoint.path,
  path: root + endpoint.path,
  objectPath,
});

/** Everything served to all callers: the operational paths, and the API at the root and behind each `{ObjectPath}`. */
const served: readonly Mount[] = [
  ...operations.map(atRoot("")),
  ...endpoints.flatMap((endpoint) => roots.map(({ root, objectPath }) => atRoot(root, objectPath)(endpoint))),
];
/** The API at an additional root, configured for clients that have a different root built in. */
const servedAt = (extraRoot: string | undefined): readonly Mount[] =>
  extraRoot === undefined ? [] : endpoints.map(atRoot(extraRoot));
const servedToOperators: readonly Mount[] = operators.map(atRoot(operatorRoot));

/** An endpoint for code that must cover all of them: its full path, and its `pattern` without the root. */
export interface ServedEndpoint {
  readonly pattern: string;
  readonly path: string;
  readonly objectPath: string | undefined;
  readonly isForOperators: boolean;
  readonly isFile: boolean;
  /** Needs no credential, even if the service requires them. */
  readonly isFree: boolean;
  readonly methods: readonly string[];
}

export const servedEndpoints: readonly ServedEndpoint[] = [...served, ...servedToOperators].map((mount) => ({
  pattern: mount.pattern,
  path: mount.path,
  objectPath: mount.objectPath,
  isForOperators: servedToOperators.includes(mount),
  isFile: mount.isFile === true,
  isFree: mount.isFree === true,
  methods: Object.keys(mount.methods),
}));

export type App = Hono<{ Bindings: ApiBindings }>;

export function createApp(deps: ApiDeps): App {
  const { authenticate, admitAnybody, operatorToken, logUse } = deps;
  const app = buildApp(deps, [...served, ...servedAt(deps.extraRoot)], authenticate ?? admitAnybody);
  if (operatorToken !== undefined || authenticate) {
    const admitOperator = createOperatorGuard(operatorToken, authenticate, deps.reportWrongToken, logUse);
    // A separate app: `/dead-letters/replay` next to `/dead-letters/:id` makes Hono search a tree, here for all routes.
    const ofOperators = buildApp(deps, servedToOperators, (c) => c.env.caller);
    app.all(`${operatorRoot}/*`, async (c) => {
      // A proxy that keeps callers away from this path compares its plain form: no other form may reach it.
      if (!c.env.incoming.url?.startsWith(`${operatorRoot}/`)) throw new AppError("Error_Path_Unknown");
      c.env.caller = await admitOperator(c);
      return ofOperators.fetch(c.req.raw, c.env);
    });
  }
  return app;
}

function buildApp(deps: ApiDeps, mounts: readonly Mount[], authenticate: Authenticate): App {
  const app: App = new Hono();
  for (const mount of mounts) app.all(mount.path, answerAt(mount, deps, authenticate));
  app.notFound((c) => errorResponse(new AppError("Error_Path_Unknown"), c.env.outgoing, deps.logFailure));
  app.onError((error, c) => {
    if (error instanceof AppError && error.status === 403)
      deps.reportForbidden({ ...authorOf(c), detail: error.internal });
    return errorResponse(error, c.env.outgoing, deps.logFailure);
  });
  return app;
}

/**
 * One handler per path for all methods: if two handlers match a request, Hono runs them as a chain, which costs more.
 * Calls are authenticated and counted here, before the handler reads a body or waits for anything.
 */
function answerAt({ methods, pattern, objectPath, isFree }: Mount, deps: ApiDeps, authenticate: Authenticate) {
  const handlers = new Map(
    Object.entries(methods).map(([method, handler]) => [method, { handler, route: deps.http.of(method, pattern) }]),
  );
  const otherMethod = deps.http.of("any", pattern);
  const allow = [...handlers.keys()].flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])).join(", ");
  const handleFor = (caller: Caller, handler: Handler, c: ApiContext) => {
    c.env.caller = caller;
    if (!isFree) deps.admitCall(c);
    return handler(c, deps, objectPath);
  };
  return (c: ApiContext): Response | Promise<Response> => {
    const found = handlers.get(c.req.method === "HEAD" ? "GET" : c.req.method);
    c.env.outgoing.route = found?.route ?? otherMethod;
    if (!found)
      return errorResponse(new AppError("Error_Method_NotAllowed"), c.env.outgoing, deps.logFailure, { allow });
    const { handler } = found;
    const caller = isFree ? anybody : authenticate(c);
    if (caller instanceof Promise) return caller.then((one) => handleFor(one, handler, c));
    return handleFor(caller, handler, c);
  };
}
