import { operatorRight } from "@rewards/domain";
import type { ConsoleApp } from "../context.ts";
import type { ConsoleDeps } from "../deps.ts";
import { windowOf } from "../overview/overview.window.ts";
import { PageError } from "../page/page.error.ts";
import { admit } from "../session/session.admit.ts";
import type { TokenCookie } from "../session/session.cookie.ts";

export const livePath = "/live";

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
