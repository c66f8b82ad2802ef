import type { IncomingMessage } from "node:http";
import { getRequestListener, RequestError } from "@hono/node-server";
import { AppError } from "@rewards/domain";
import type { RouteCounts, Tracing } from "@rewards/runtime";
import { Hono } from "hono";
import { type Answer, type Asked, newRequestId, requestIdHeader } from "./answer.ts";
import {
  type ApiBindings,
  type ApiContext,
  type Authenticate,
  anybody,
  authorOf,
  type Caller,
  networkOfRequest,
  noteForwarded,
  operatorRoot,
} from "./call.ts";
import { type Connections, healthPaths } from "./connections/follow.ts";
import type { ApiDeps, Handler } from "./context.ts";
import { createOperatorGuard } from "./credentials/authenticate.ts";
import type { Entrance } from "./entrance.ts";
import { errorResponse, type FailureLog } from "./errors.ts";
import { type Mount, served, servedAt, servedToOperators } from "./routes/served.ts";
import { paceBody, readTurns } from "./turns.ts";

export interface WayInOptions {
  readonly app: App;
  readonly connections: Pick<Connections, "admit">;
  readonly entrance: Entrance;
  /** How many proxies in front add the caller's address to X-Forwarded-For. */
  readonly proxies: number;
  /** Counts the responses to requests that reach no route. */
  readonly unrouted: RouteCounts | undefined;
  readonly tracing: Tracing | undefined;
  readonly logFailure: FailureLog;
}

/**
 * The way in: what happens to a request, from top to bottom. server.ts sets Node's own limits, which apply before.
 *
 * No step is a middleware of Hono's. Those run inside the app: the refusals of the steps before it, of Node's server and
 * of a stopping process never reach them. They also set headers one by one and chain promises, which costs more than the
 * rest of a small answer. The steps that Hono has too say in their files what Hono's lacks.
 */
export function createWayIn({ app, connections, entrance, proxies, unrouted, tracing, logFailure }: WayInOptions) {
  const serve = createServe(app, logFailure);
  return (incoming: IncomingMessage, answer: Answer) => {
    // answer.ts: the request's ID, the headers of every response, and the count of responses.
    answer.arrivedMs = performance.now();
    answer.route = unrouted;
    // call.ts: the address of the caller behind our proxies.
    if (proxies > 0) noteForwarded(incoming, proxies);
    // turns.ts: a large body is read piece by piece, whoever reads it.
    paceBody(incoming);
    if (tracing) traceRequest(tracing, incoming, answer);
    // entrance.ts: the CORS headers, on refusals too.
    entrance.greet(incoming, answer);
    // connections/follow.ts: what one connection and one address may have open (429).
    if (!connections.admit(incoming, answer)) return;
    // entrance.ts: the number of headers (431), the Host (400, 421), pages of other sites (403), preflights (204).
    if (!entrance.admit(incoming, answer)) return;
    // `answerAt`: the route (404, 405), the credential (401), the limits of callers (429). Then the route's handler:
    // its right (403), its body (body.ts: 415, 413, 400; 503 if too much is held), and its work.
    if (!isRead(incoming)) return serve(incoming, answer);
    // turns.ts: one read begins in an iteration of the event loop, alternating between networks.
    void readTurns.take(networkOfRequest(incoming)).then(() => {
      // Meanwhile the caller may have gone, or the stopping process may have answered.
      if (!answer.destroyed && !answer.headersSent) serve(incoming, answer);
    });
  };
}

/** Whether a request only reads, so that neither a till nor a monitor waits for it. */
export function isRead({ method, url = "" }: IncomingMessage): boolean {
  if (method === "POST") return url.includes("/data_views/");
  return (method === "GET" || method === "HEAD") && !healthPaths.has(url);
}

/** The host of requests without a Host header that the entrance admits. */
const hostname = "localhost";

/** Lets the app answer the requests of Node's server. */
function createServe(app: App, logFailure: FailureLog): (incoming: IncomingMessage, answer: Answer) => void {
  /** The response whose request is being read. A request that cannot be read is refused before `serve` returns. */
  let entering: Answer | undefined;
  const errorHandler = (error: unknown) => {
    const refused = error instanceof RequestError ? new AppError("Error_Header_Malformed") : error;
    const asked: Asked = entering ?? { requestId: newRequestId(), req: { headers: {} } };
    return errorResponse(refused, asked, logFailure, { [requestIdHeader]: asked.requestId });
  };
  // The adapter passes on the server's response, which is an `Answer`.
  const serve = getRequestListener(app.fetch as Parameters<typeof getRequestListener>[0], { errorHandler, hostname });
  return (incoming, answer) => {
    entering = answer;
    void serve(incoming, answer);
    entering = undefined;
  };
}

/** Begins the span of a request, which the caller's `traceparent` continues. It ends with the response. */
function traceRequest(tracing: Tracing, { method, headers }: IncomingMessage, answer: Answer): void {
  const { traceparent } = headers;
  const span = tracing.start(`HTTP ${method}`, {
    kind: "server",
    parent: typeof traceparent === "string" ? traceparent : undefined,
    attributes: { "http.request.method": method ?? "", "rewards.request_id": answer.requestId },
  });
  answer.trace = span;
  answer.once("close", () => span.end({ "http.response.status_code": answer.statusCode }));
}

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
  const answers = mounts.map((mount) => ({ ...mount, answer: answerAt(mount, deps, authenticate) }));
  // Hono finds a static route by one look-up. A static path that a parameter also matches ends that, for all routes.
  const beside = new Map(answers.filter((one) => one.beside !== undefined).map(({ path, answer }) => [path, answer]));
  const hasBeside = (pattern: string) => mounts.some((one) => one.beside === pattern);
  for (const { path, pattern, answer, beside: parent } of answers)
    if (parent === undefined) app.all(path, hasBeside(pattern) ? (c) => (beside.get(c.req.path) ?? answer)(c) : answer);
  app.notFound((c) => errorResponse(new AppError("Error_Path_Unknown"), c.env.outgoing, deps.logFailure));
  app.onError((error, c) => {
    if (error instanceof AppError && (error.status === 403 || error.code === "Error_Adjustments_Spent"))
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
    if (!isFree) deps.admitCall?.(c);
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
