import type { HttpBindings } from "@hono/node-server";
import { AppError } from "@rewards/domain";
import { Hono } from "hono";
import { type ApiContext, type ApiDeps, apiRoot, type Handler } from "./context.ts";
import { errorResponse } from "./errors.ts";
import { runObjectAction } from "./routes/actions.ts";
import { runDataView } from "./routes/data-views.ts";
import { livez, readyz } from "./routes/health.ts";
import { createObject, objectPaths, readObject } from "./routes/objects.ts";

interface Endpoint {
  readonly path: string;
  readonly methods: Readonly<Partial<Record<"GET" | "POST" | "PATCH", Handler>>>;
  /** Bounded by the gate; creates are bounded by their batcher, and health must answer always. */
  readonly gated?: true;
}

/** Every path of the API stands at the root and behind each `{ObjectPath}`. */
const endpoints: readonly Endpoint[] = [
  { path: "/objects", methods: { POST: createObject } },
  { path: "/objects/:id", methods: { GET: readObject }, gated: true },
  { path: "/objects/:id/actions/:action", methods: { PATCH: runObjectAction }, gated: true },
  { path: "/data_views/:name", methods: { POST: runDataView }, gated: true },
];

const operations: readonly Endpoint[] = [
  { path: "/livez", methods: { GET: livez } },
  { path: "/readyz", methods: { GET: readyz } },
];

/** Written out rather than matched by a pattern: so every route but its IDs is static, and found in one look. */
const roots = [
  { root: apiRoot, objectPath: undefined },
  ...objectPaths.map((objectPath) => ({ root: `/${objectPath}${apiRoot}`, objectPath })),
];

export type App = Hono<{ Bindings: HttpBindings }>;

export function createApp(deps: ApiDeps): App {
  const app: App = new Hono();
  const mount = ({ methods, gated }: Endpoint, path: string, objectPath: string | undefined) => {
    for (const [method, handler] of Object.entries(methods)) {
      const handle = (c: ApiContext) => handler(c, deps, objectPath);
      app.on(method, path, gated ? (c: ApiContext) => deps.gate(() => handle(c)) : handle);
    }
    const allow = Object.keys(methods).flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
    app.all(path, () =>
      errorResponse(new AppError("Error_Method_NotAllowed"), deps.logFailure, { allow: allow.join(", ") }),
    );
  };
  for (const operation of operations) mount(operation, operation.path, undefined);
  for (const endpoint of endpoints)
    for (const { root, objectPath } of roots) mount(endpoint, root + endpoint.path, objectPath);
  app.notFound(() => errorResponse(new AppError("Error_Path_Unknown"), deps.logFailure));
  app.onError((error) => errorResponse(error, deps.logFailure));
  return app;
}
