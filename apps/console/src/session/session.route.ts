import { readOpenSessions } from "@rewards/db";
import type { ConsoleApp } from "../context.ts";
import type { ConsoleDeps } from "../deps.ts";
import { sessionMarkOf, type TokenCookie } from "./session.cookie.ts";

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
