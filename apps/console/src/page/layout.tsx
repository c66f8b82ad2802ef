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
  /** A line about what the page shows. */
  readonly lead?: Child;
  /** The buttons of the page. */
  readonly tools?: Child;
  /** The result of the previous action. */
  readonly notice?: string | undefined;
  readonly children?: Child;
}

/** What surrounds the content of every page. */
export interface Frame {
  /** Undefined before a log-in. */
  readonly viewer: Viewer | undefined;
  readonly menu: readonly MenuGroup[];
  readonly hasSearch: boolean;
}

/** Pages for one kind of work. The first group has no name. */
interface MenuGroup {
  readonly name: string | undefined;
  readonly pages: readonly { readonly path: string; readonly menu: string }[];
}

const bare: Frame = { viewer: undefined, menu: [], hasSearch: false };

/** The frame of every page. */
export const Layout = ({
  title,
  isProblem = false,
  frame = bare,
  path,
  scripts = [],
  lead,
  tools,
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
        {frame.hasSearch && <script src="/assets/search.js" type="module" />}
        <link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
      </head>
      <body {...(frame.menu.length > 0 && { class: "framed" })}>
        <a class="skip" href="#main">
          Skip to the content
        </a>
        <header>
          {frame.menu.length > 0 && (
            <button type="button" class="quiet open-menu" popovertarget="menu">
              Menu
            </button>
          )}
          {frame.menu.length === 0 && <Brand />}
          {frame.hasSearch && <Search />}
          {frame.viewer?.token !== undefined && <LogOut name={frame.viewer.name} token={frame.viewer.token} />}
        </header>
        {frame.menu.length > 0 && <Menu groups={frame.menu} path={path} />}
        <main id="main" tabindex={-1}>
          <div class="head">
            <div>
              <h1>{title}</h1>
              {lead !== undefined && <p class="lead">{lead}</p>}
            </div>
            {tools !== undefined && <div class="tools">{tools}</div>}
          </div>
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
        aria-label="Find by name, key, card, receipt, voucher, phone or e-mail"
        aria-keyshortcuts="/"
        placeholder="Find a member, receipt, voucher, phone…"
        maxlength={searchLengthMax}
        autocomplete="off"
        spellcheck={false}
        required
      />
      <button type="submit" class="quiet">
        Find
      </button>
      <div id="hits" class="hits" role="status" hidden />
    </form>
  </search>
);

const Brand = () => (
  <a class="brand" href="/">
    <img src="/assets/icon.svg" alt="" width="26" height="26" />
    Rewards console
  </a>
);

/** At the left; on narrow windows a button opens it over the page. */
const Menu = ({ groups, path }: { readonly groups: Frame["menu"]; readonly path: string | undefined }) => (
  <nav id="menu" class="menu" aria-label="Pages" popover="auto">
    <Brand />
    {groups.map(({ name, pages }) => (
      <>
        {name !== undefined && <h2>{name}</h2>}
        <ul>
          {pages.map((page) => (
            <li>
              <a href={page.path} {...(isWithin(path, page.path) && { "aria-current": "page" })}>
                {page.menu}
              </a>
            </li>
          ))}
        </ul>
      </>
    ))}
  </nav>
);

/** Whether the page with this path is that of the menu, or one of its records: `/members/:id` of `/members`. */
const isWithin = (path: string | undefined, folder: string) => path === folder || path?.startsWith(`${folder}/`);

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
