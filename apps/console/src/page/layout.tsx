import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import type { Viewer } from "../context.ts";
import { FormToken } from "./form-token.tsx";
import type { Content } from "./page.ts";

interface LayoutProps {
  readonly title: string;
  /** Whether the page says that something went wrong; the window's title says so first. */
  readonly isProblem?: boolean;
  /** Undefined on pages before a log-in. */
  readonly viewer?: Viewer | undefined;
  readonly menu?: readonly MenuEntry[];
  /** The path of the page, to mark it in the menu. */
  readonly path?: string;
  readonly scripts?: Content["scripts"] | undefined;
  /** What the action before did. */
  readonly notice?: string | undefined;
  readonly children?: Child;
}

export interface MenuEntry {
  readonly path: string;
  readonly menu: string;
}

/** The frame of every page. */
export const Layout = ({
  title,
  isProblem = false,
  viewer,
  menu = [],
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
        <title>{`${isProblem ? "Problem: " : ""}${title} · Rewards console`}</title>
        <link rel="stylesheet" href="/assets/console.css" />
        {scripts.length > 0 && <link rel="stylesheet" href="/assets/uPlot.css" />}
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
          {menu.length > 0 && <Menu entries={menu} path={path} />}
          {viewer?.token !== undefined && <LogOut name={viewer.name} token={viewer.token} />}
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

const Menu = ({ entries, path }: { readonly entries: readonly MenuEntry[]; readonly path: string | undefined }) => (
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
    <span>{name}</span>
    <FormToken token={token} />
    <button type="submit" class="quiet">
      Log out
    </button>
  </form>
);
