import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import type { Viewer } from "../context.ts";
import { sessionMarkOf } from "../session/session.cookie.ts";
import { FormToken } from "./elements.tsx";
import type { Content } from "./page.ts";

interface LayoutProps {
  readonly title: string;
  /** Whether the page says that something went wrong; the window's title says so first. */
  readonly isProblem?: boolean;
  readonly frame?: Frame;
  /** The path of the page, to mark it in the menu. */
  readonly path?: string;
  readonly scripts?: Content["scripts"] | undefined;
  /** The result of the previous action. */
  readonly notice?: string | undefined;
  readonly children?: Child;
}

/** What surrounds the content of every page. */
export interface Frame {
  /** Undefined before a log-in. */
  readonly viewer: Viewer | undefined;
  readonly menu: readonly { readonly path: string; readonly menu: string }[];
  readonly hasSearch: boolean;
}

const bare: Frame = { viewer: undefined, menu: [], hasSearch: false };

/** The frame of every page. */
export const Layout = ({
  title,
  isProblem = false,
  frame = bare,
  path,
  scripts = [],
  notice,
  children,
}: LayoutProps) => (
  <>
    {raw("<!doctype html>")}
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <SessionScript token={frame.viewer?.token} />
        <title>{`${isProblem ? "Problem: " : ""}${title} · Rewards console`}</title>
        <link rel="stylesheet" href="/assets/console.css" />
        {scripts.some(({ name }) => name === "uPlot.js") && <link rel="stylesheet" href="/assets/uPlot.css" />}
        {scripts.map(({ name, isModule }) => (
          <script src={`/assets/${name}`} {...(isModule ? { type: "module" } : { defer: true })} />
        ))}
        <link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to the content
        </a>
        <header>
          <a class="brand" href="/">
            Rewards console
          </a>
          {frame.hasSearch && <Search />}
          {frame.menu.length > 0 && <Menu entries={frame.menu} path={path} />}
          {frame.viewer?.token !== undefined && <LogOut name={frame.viewer.name} token={frame.viewer.token} />}
        </header>
        <main id="main" tabindex={-1}>
          <h1>{title}</h1>
          {notice !== undefined && (
            <p class="card good" role="status">
              {notice}
            </p>
          )}
          {children}
        </main>
      </body>
    </html>
  </>
);

/** More than any key has, so that a long text reaches the console, which says what is wrong with it. */
const searchLengthMax = 1_000;

const Search = () => (
  <search>
    <form method="get" action="/find" class="search">
      <input
        type="search"
        name="q"
        aria-label="Find by ExternalID, ID, BusinessID, member key or voucher code"
        placeholder="Find a sale, member, voucher…"
        maxlength={searchLengthMax}
        autocomplete="off"
        spellcheck={false}
        required
      />
      <button type="submit" class="quiet">
        Find
      </button>
    </form>
  </search>
);

const Menu = ({ entries, path }: { readonly entries: Frame["menu"]; readonly path: string | undefined }) => (
  <nav aria-label="Pages">
    <ul>
      {entries.map((entry) => (
        <li>
          <a href={entry.path} {...(entry.path === path && { "aria-current": "page" })}>
            {entry.menu}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);

const LogOut = ({ name, token }: { readonly name: string; readonly token: string }) => (
  <form method="post" action="/logout" class="user">
    <a href="/account" aria-label={`${name}: your account`}>
      {name}
    </a>
    <FormToken token={token} />
    <button type="submit" class="quiet">
      Log out
    </button>
  </form>
);

/**
 * Takes a page off the screen once its session has ended.
 * @param token that of the session; undefined for pages that anybody may see. Those tell the other tabs to look.
 */
export const SessionScript = ({ token }: { readonly token: string | undefined }) => (
  <>
    {token !== undefined && <meta name="session" content={sessionMarkOf(token)} />}
    <script src="/assets/session.js" type="module" />
  </>
);
