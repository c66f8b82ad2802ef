import { randomUUID } from "node:crypto";
import { unnamedActor } from "@rewards/domain";
import { Hono } from "hono";
import { routePath } from "hono/route";
import { addActions } from "./action/action.route.tsx";
import { actions } from "./actions.ts";
import type { ConsoleApp, ConsoleEnv } from "./context.ts";
import type { ConsoleDeps } from "./deps.ts";
import { createEntrance, readForm, setHeaders } from "./entrance.ts";
import { addHits } from "./find/find.hits.tsx";
import { addLogin } from "./login/login.routes.tsx";
import { addLive } from "./overview/overview.page.tsx";
import { addAssets } from "./page/assets.ts";
import { Layout } from "./page/layout.tsx";
import { PageError, SuspectError } from "./page/page.error.ts";
import type { Page } from "./page/page.ts";
import { createRefusing, ErrorPage, suspicionOf } from "./page/refuse.tsx";
import { Zone } from "./page/zone.ts";
import { firstPathOf, frameOf, pages } from "./pages.ts";
import { addBoard } from "./queue/queue.board.tsx";
import { ReaderRights } from "./record/record.facts.tsx";
import { createTokenCookie, readNotice, type TokenCookie } from "./session/session.cookie.ts";
import { addSession, admit } from "./session/session.ts";

const methods = ["GET", "HEAD", "POST"];

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
  addGate(app, deps, cookie);
  if (deps.isAuthRequired) {
    addLogin(app, deps, cookie);
    addSession(app, deps, cookie);
  }
  // Before the pages, whose paths have parameters.
  addActions(app, actions, deps, cookie);
  addLive(app, deps, cookie);
  addHits(app, deps, cookie);
  addBoard(app, deps, cookie);
  addFirst(app, deps, cookie);
  for (const page of pages) addPage(app, page, deps, cookie);
  app.notFound(() => {
    throw new PageError(404, "The console has no such page.", "Check the address, or choose a page of the menu.");
  });
  const pageErrorOf = createRefusing(deps.logger);
  app.onError((error, c) => {
    const refusal = pageErrorOf(error, c.var.requestId);
    const { viewer, requestId, address: origin } = c.var;
    const reason = suspicionOf(error);
    if (reason !== undefined)
      deps.reportSuspect({ actor: viewer?.name ?? unnamedActor, origin, requestId, detail: { reason } });
    const page = <ErrorPage error={refusal} frame={frameOf(viewer)} requestId={requestId} />;
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
      throw new SuspectError(
        "method",
        405,
        "The console does not take this method.",
        "Use the links and forms of its pages.",
        {
          allow: methods.join(", "),
        },
      );
    entrance.checkOrigin(c);
    await next();
  });
}

/**
 * Bounds the requests in progress. Forms are read before, so slow senders hold no place; those without the cookie, which
 * are refused, are not read. Health checks are exempt.
 */
function addGate(app: ConsoleApp, { gate }: ConsoleDeps, cookie: TokenCookie): void {
  app.use(async (c, next) => {
    if (c.req.method === "POST") c.set("form", cookie.read(c) ? await readForm(c) : new URLSearchParams());
    await gate(next);
  });
}

function addHealth(app: ConsoleApp, { readiness, replica }: ConsoleDeps): void {
  app.get("/livez", (c) => c.json({ status: "ok" }));
  app.get("/readyz", async (c) => {
    const { reason } = await readiness.check();
    if (reason !== undefined) return c.json({ status: "unavailable", reason }, 503);
    const flaw = replica?.state().reason;
    return c.json(flaw === undefined ? { status: "ok" } : { status: "degraded", reason: flaw });
  });
}

/** A page for those who have its right; others log in first. */
function addPage(app: ConsoleApp, page: Page, deps: ConsoleDeps, cookie: TokenCookie): void {
  const { path, right } = page;
  app.get(path, async (c) => {
    const viewer = await admit(c, deps, cookie, right);
    if (typeof viewer === "string") return c.redirect(viewer, 303);
    const shown = await page.show(c, viewer, deps);
    if (c.var.download) return c.var.download;
    if ("redirect" in shown) return c.redirect(shown.redirect, 303);
    const { title, body, lead, tools, scripts } = shown;
    const notice = readNotice(viewer.token ?? cookie.read(c), c.req.query("notice"));
    return c.html(
      <Zone.Provider value={await deps.zone()}>
        <ReaderRights.Provider value={viewer.rights}>
          <Layout
            title={title}
            frame={frameOf(viewer)}
            path={path}
            scripts={scripts}
            lead={lead}
            tools={tools}
            notice={notice}
          >
            {body}
          </Layout>
        </ReaderRights.Provider>
      </Zone.Provider>,
    );
  });
}

/** Leads to the first page of the menu: that of the viewer's work. */
function addFirst(app: ConsoleApp, deps: ConsoleDeps, cookie: TokenCookie): void {
  app.get("/", async (c) => {
    const viewer = await admit(c, deps, cookie, null);
    return c.redirect(typeof viewer === "string" ? viewer : firstPathOf(viewer), 303);
  });
}
