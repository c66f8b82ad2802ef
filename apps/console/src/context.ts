import type { HttpBindings } from "@hono/node-server";
import type { Rights } from "@rewards/domain";
import type { Context, Hono } from "hono";

/** Who looks at a page. */
export interface Viewer {
  /** Their name in the audit. */
  readonly name: string;
  readonly rights: Rights;
  /** The token of their session; undefined while nobody logs in. */
  readonly token: string | undefined;
  /** Whether they logged in with a one-time code; undefined while nobody logs in. */
  readonly hasCodes?: boolean;
}

export interface ConsoleEnv {
  Bindings: HttpBindings;
  Variables: {
    requestId: string;
    /** The address of the caller, as far as proxies can be trusted. */
    address: string;
    /** What a POST sent. */
    form: URLSearchParams;
    viewer: Viewer;
    /** What a page answers with instead of itself: a list as a file. */
    download?: Response;
  };
}

export type ConsoleContext = Context<ConsoleEnv>;
export type ConsoleApp = Hono<ConsoleEnv>;
