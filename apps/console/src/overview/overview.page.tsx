import { operatorRight } from "@rewards/domain";
import { raw } from "hono/html";
import { livePath } from "../live/live.route.ts";
import type { Page } from "../page/page.ts";
import { Charts } from "./overview.charts.tsx";
import { partsOf } from "./overview.parts.tsx";
import { windowOf } from "./overview.window.ts";

const scripts = [
  { name: "uPlot.js", isModule: false },
  { name: "overview.js", isModule: true },
];

/** What `rewards status` prints, and what passed lately. A script keeps it current; without one it is reloaded. */
export const overviewPage: Page = {
  path: "/",
  menu: "Overview",
  right: operatorRight("list"),
  async show(c, _, { look, readChart }) {
    const window = windowOf(c.req.query("window"));
    const [status, hour, chart] = await Promise.all([look(), readChart("hour"), readChart(window)]);
    const { attention, now, backlog, servers } = partsOf(status, hour);
    return {
      title: "Overview",
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
            <span id="live-state" role="status" /> <a href="/">Reload</a>
          </div>
        </>
      ),
    };
  },
};
