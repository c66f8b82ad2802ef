import type { Child } from "hono/jsx";
import type { ConsoleContext, ConsoleDeps, Viewer } from "../context.ts";

/** A page of the console. */
export interface Page {
  readonly path: string;
  /** Its name in the menu; undefined for pages that others link to. */
  readonly menu?: string;
  /** The right that a viewer needs to see it. */
  readonly right: string;
  show(c: ConsoleContext, viewer: Viewer, deps: ConsoleDeps): Content | Promise<Content>;
}

export interface Content {
  /** The heading, and the title of the window. */
  readonly title: string;
  readonly body: Child;
  /** What the page runs. Each page works without it. */
  readonly scripts?: readonly Script[];
}

interface Script {
  /** The name of the asset. */
  readonly name: string;
  readonly isModule: boolean;
}
