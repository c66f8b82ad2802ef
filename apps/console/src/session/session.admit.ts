import type { ConsoleContext, Viewer } from "../context.ts";
import type { ConsoleDeps } from "../deps.ts";
import { describeRight, isAllowed, type Page } from "../page/page.ts";
import type { TokenCookie } from "./session.cookie.ts";
import { findViewer, lacksCodes, lacksRight } from "./session.view.ts";

/**
 * Admits viewers that have the right, or one of several. Every page and action behind the log-in calls it.
 * @returns the viewer, or the address where they must log in first.
 * @throws PageError 403 without the right, which the audit records, or without one-time codes where they are required.
 */
export async function admit(
  c: ConsoleContext,
  deps: ConsoleDeps,
  cookie: TokenCookie,
  right: Page["right"],
): Promise<Viewer | "/login" | "/login/code"> {
  const viewer = await findViewer(c, deps, cookie);
  if (typeof viewer === "string") return viewer;
  c.set("viewer", viewer);
  if (deps.areCodesRequired && viewer.hasCodes === false) throw lacksCodes(viewer);
  if (isAllowed(viewer.rights, { right })) return viewer;
  const { address: origin, requestId } = c.var;
  const lacking = describeRight({ right });
  deps.reportForbidden({ actor: viewer.name, origin, requestId, detail: { right: lacking } });
  throw lacksRight(viewer, lacking);
}
