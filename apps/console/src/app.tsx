import { randomUUID } from "node:crypto";
import { listDeadLetters } from "@rewards/db";
import { isGranted, operatorRight, parseListCall } from "@rewards/domain";
import { createGate } from "@rewards/runtime";
import { Hono } from "hono";
import { routePath } from "hono/route";
import type { ConsoleApp, ConsoleContext, ConsoleDeps, ConsoleEnv, Viewer } from "./context.ts";
import { DeadLettersPage } from "./dead-letters/dead-letters.page.tsx";
import { addLogin } from "./login/login.routes.tsx";
import { OverviewPage } from "./overview/overview.page.tsx";
import { addAssets } from "./page/assets.ts";
import { ErrorPage } from "./page/error.page.tsx";
import { setHeaders } from "./page/headers.ts";
import { PageError } from "./page/page.error.ts";
import { createRefusing } from "./page/refuse.ts";
import { createEntrance } from "./request/entrance.ts";
import { readForm } from "./request/form.ts";
import { createTokenCookie, type TokenCookie } from "./session/session.cookie.ts";
import { findViewer, lacksRight } from "./session/session.view.ts";

/** Pages in progress; above this, 503. */
const requestsInsideMax = 30;
const methods = ["GET", "HEAD", "POST"];
const listRight = operatorRight("list");

/** All pages of the console. */
export function createApp(deps: ConsoleDeps): ConsoleApp {
  const app: ConsoleApp = new Hono<ConsoleEnv>();
  const isSecure = deps.entrance.publicUrl?.startsWith("https:") === true;
  const cookie = createTokenCookie(isSecure);
  app.use(async (c, next) => {
    const beganMs = performance.now();
    await next();
    // The path of the last handler: that of a page, or of no page.
    deps.http.of(c.req.method, routePath(c, -1)).count(c.res.status, performance.now() - beganMs);
  });
  addEntrance(app, deps, isSecure);
  addHealth(app, deps);
  addAssets(app);
  addGate(app);
  if (deps.isAuthRequired) addLogin(app, deps, cookie);
  addPage(app, "/", deps, cookie, async (c, viewer) =>
    c.html(<OverviewPage viewer={viewer} status={await deps.look()} />),
  );
  addPage(app, "/dead-letters", deps, cookie, async (c, viewer) => {
    const { address: origin, requestId } = c.var;
    const call = parseListCall({ cursor: c.req.query("cursor") });
    const page = await listDeadLetters(deps.sql, call, { actor: viewer.name, origin, requestId });
    return c.html(<DeadLettersPage viewer={viewer} page={page} />);
  });
  app.notFound(() => {
    throw new PageError(404, "The console has no such page.", "Check the address, or begin at the overview.");
  });
  const pageErrorOf = createRefusing(deps.logger);
  app.onError((error, c) => {
    const refusal = pageErrorOf(error, c.var.requestId);
    const page = <ErrorPage error={refusal} viewer={c.var.viewer} requestId={c.var.requestId} />;
    return c.html(page, refusal.status, refusal.headers);
  });
  return app;
}

/** What every request passes first. */
function addEntrance(app: ConsoleApp, { entrance: options }: ConsoleDeps, isSecure: boolean): void {
  const entrance = createEntrance(options);
  app.use(async (c, next) => {
    c.set("requestId", randomUUID());
    c.set("address", entrance.addressOf(c));
    setHeaders(c, isSecure);
    entrance.checkHost(c);
    if (!methods.includes(c.req.method))
      throw new PageError(405, "The console does not take this method.", "Use the links and forms of its pages.", {
        allow: methods.join(", "),
      });
    if (c.req.method === "POST") entrance.checkOrigin(c);
    await next();
  });
}

/** Forms are read before it, so that those who send slowly take nobody's place. Health checks do not pass it. */
function addGate(app: ConsoleApp): void {
  const gate = createGate(
    requestsInsideMax,
    () => new PageError(503, "The console is busy.", "Wait some seconds and try again.", { "retry-after": "5" }),
  );
  app.use(async (c, next) => {
    if (c.req.method === "POST") c.set("form", await readForm(c));
    await gate(next);
  });
}

function addHealth(app: ConsoleApp, { readiness }: ConsoleDeps): void {
  app.get("/livez", (c) => c.json({ status: "ok" }));
  app.get("/readyz", async (c) => {
    const { reason } = await readiness.check();
    return reason === undefined ? c.json({ status: "ok" }) : c.json({ status: "unavailable", reason }, 503);
  });
}

/** A page for those who have the right to list; others log in first. */
function addPage(
  app: ConsoleApp,
  path: string,
  deps: ConsoleDeps,
  cookie: TokenCookie,
  show: (c: ConsoleContext, viewer: Viewer) => Promise<Response>,
): void {
  app.get(path, async (c) => {
    const viewer = await findViewer(c, deps, cookie);
    if (typeof viewer === "string") return c.redirect(viewer, 303);
    c.set("viewer", viewer);
    if (isGranted(viewer.rights, listRight)) return show(c, viewer);
    const { address: origin, requestId } = c.var;
    deps.reportForbidden({ actor: viewer.name, origin, requestId, detail: { right: listRight } });
    throw lacksRight(viewer, listRight);
  });
}
