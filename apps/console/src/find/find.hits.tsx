import type { ConsoleApp } from "../context.ts";
import type { ConsoleDeps } from "../deps.ts";
import { RecordStatus } from "../record/status.tsx";
import type { TokenCookie } from "../session/session.cookie.ts";
import { admit } from "../session/session.ts";
import { findRights } from "./find.lookups.ts";
import { keyOf, nameOf } from "./find.page.tsx";
import { findWhileTyping, type Match } from "./find.run.ts";

/** The list under the search box, for its script. */
export function addHits(app: ConsoleApp, deps: ConsoleDeps, cookie: TokenCookie): void {
  app.get("/find/hits", async (c) => {
    const viewer = await admit(c, deps, cookie, findRights);
    if (typeof viewer === "string") return c.redirect(viewer, 303);
    const hits = await findWhileTyping(viewer, deps, (c.req.query("q") ?? "").trim());
    return c.html(<Hits hits={hits.filter(({ path }) => path !== undefined)} />);
  });
}

const Hits = ({ hits }: { readonly hits: readonly Match[] }) => (
  <ul>
    {hits.map((hit) => (
      <li>
        <a href={hit.path}>
          {nameOf(hit)} <small>{keyOf(hit)}</small>
        </a>{" "}
        <RecordStatus record={hit.record} />
      </li>
    ))}
  </ul>
);
