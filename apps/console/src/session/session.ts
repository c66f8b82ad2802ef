import { endSession, readOpenSessions, useSession } from "@rewards/access";
import { allRights, operatorRight, parseRights, unnamedActor } from "@rewards/domain";
import type { ConsoleApp, ConsoleContext, Viewer } from "../context.ts";
import type { ConsoleDeps } from "../deps.ts";
import { PageError } from "../page/page.error.ts";
import { describeRight, isAllowed, type Page } from "../page/page.ts";
import { sessionMarkOf, type TokenCookie } from "./session.cookie.ts";

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

/**
 * The rights of everybody with AUTH=none: all but making clients. A stranger's key would remain valid once the service
 * requires credentials.
 */
const rightsOfAnybody = allRights.filter((right) => right !== operatorRight("clients")).join(" ");
const anybody: Viewer = { name: unnamedActor, rights: parseRights(rightsOfAnybody), token: undefined };

/** Who asks for a page, or where they have to log in first. */
export async function findViewer(
  c: ConsoleContext,
  { sql, isAuthRequired }: Pick<ConsoleDeps, "sql" | "isAuthRequired">,
  cookie: TokenCookie,
): Promise<Viewer | "/login" | "/login/code"> {
  if (!isAuthRequired) return anybody;
  const token = cookie.read(c);
  const session = token === undefined ? undefined : await useSession(sql, token);
  if (session === undefined) return "/login";
  if (session.isCodeDue) return "/login/code";
  return { name: session.userName, rights: parseRights(session.rights), token, hasCodes: session.hasCodes };
}

/** Ends the session of a browser at a log-out or a further log-in. Otherwise the old session would stay open. */
export async function endBrowserSession(
  c: ConsoleContext,
  { sql }: Pick<ConsoleDeps, "sql">,
  token: string,
): Promise<void> {
  const { address: origin, requestId } = c.var;
  await endSession(sql, token, { origin, requestId });
}

/** A 403 that names the right. */
const lacksRight = ({ name }: Viewer, right: string) =>
  new PageError(403, `${name} lacks the right ${right}.`, "Ask an administrator to give you the right.");

const lacksCodes = ({ name }: Viewer) =>
  new PageError(
    403,
    `${name} has no one-time codes, which CONSOLE_CODES requires.`,
    `Ask an administrator to run \`rewards users totp ${name}\`, and log in again.`,
  );

/**
 * The script of a page asks here about the session that the page was made for. Answers 204 while the browser has that
 * session and it is open, otherwise 401.
 */
export function addSession(app: ConsoleApp, { sql }: Pick<ConsoleDeps, "sql">, cookie: TokenCookie): void {
  app.get("/session/:mark", async (c) => {
    const token = cookie.read(c);
    const isOpen =
      token !== undefined &&
      c.req.param("mark") === sessionMarkOf(token) &&
      (await readOpenSessions(sql, [token])).has(token);
    return isOpen ? c.body(null, 204) : c.body(null, 401, { "www-authenticate": "Form" });
  });
}
