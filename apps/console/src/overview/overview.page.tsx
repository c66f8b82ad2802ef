import { operatorRight } from "@rewards/domain";
import { raw } from "hono/html";
import type { ConsoleApp } from "../context.ts";
import type { ConsoleDeps } from "../deps.ts";
import { PageError } from "../page/page.error.ts";
import type { Page } from "../page/page.ts";
import type { TokenCookie } from "../session/session.cookie.ts";
import { admit } from "../session/session.ts";
import { Charts, healthPath, windowOf } from "./overview.charts.tsx";
import { partsOf } from "./overview.parts.tsx";

const scripts = [
  { name: "uPlot.js", isModule: false },
  { name: "overview.js", isModule: true },
];

/** What `rewards status` prints, and what passed lately. A script keeps it current; without one it is reloaded. */
export const overviewPage: Page = {
  path: healthPath,
  menu: "Health",
  right: operatorRight("list"),
  async show(c, _, { look, readChart }) {
    const window = windowOf(c.req.query("window"));
    const [status, hour, chart] = await Promise.all([look(), readChart("hour"), readChart(window)]);
    const { attention, now, backlog, servers } = partsOf(status, hour);
    return {
      title: "Health",
      scripts,
      body: (
        <>
          {/* Spoken when it changes. */}
          <div id="attention" aria-live="polite">
            {raw(attention)}
          </div>
          <div id="now">{raw(now)}</div>
          <Charts chart={chart} window={window} />
          <div id="backlog">{raw(backlog)}</div>
          <div id="servers">{raw(servers)}</div>
          <div id="live" data-path={`${livePath}?window=${window}`} class="note">
            <span id="live-state" role="status" /> <a href={healthPath}>Reload</a>
          </div>
        </>
      ),
    };
  },
};

const livePath = "/live";

/** Server-sent events for the script of the overview. */
export function addLive(app: ConsoleApp, deps: ConsoleDeps, cookie: TokenCookie): void {
  app.get(livePath, async (c) => {
    const viewer = await admit(c, deps, cookie, operatorRight("list"));
    if (typeof viewer === "string") return c.redirect(viewer, 303);
    const stream = deps.live.open(viewer.token, windowOf(c.req.query("window")));
    if (!stream)
      throw new PageError(503, "Too many people watch.", "Reload the overview by hand.", { "retry-after": "60" });
    return c.body(stream, 200, { "content-type": "text/event-stream", "x-accel-buffering": "no" });
  });
}
