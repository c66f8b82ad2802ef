import { endSession, useSession } from "@rewards/db";
import { allRights, operatorRight, parseRights, unnamedActor } from "@rewards/domain";
import type { ConsoleContext, Viewer } from "../context.ts";
import type { ConsoleDeps } from "../deps.ts";
import { PageError } from "../page/page.error.ts";
import type { TokenCookie } from "./session.cookie.ts";

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
export const lacksRight = ({ name }: Viewer, right: string) =>
  new PageError(403, `${name} lacks the right ${right}.`, "Ask an administrator to give you the right.");

export const lacksCodes = ({ name }: Viewer) =>
  new PageError(
    403,
    `${name} has no one-time codes, which CONSOLE_CODES requires.`,
    `Ask an administrator to run \`rewards users totp ${name}\`, and log in again.`,
  );
