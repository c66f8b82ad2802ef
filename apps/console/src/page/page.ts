import { isGranted, type Rights } from "@rewards/domain";
import type { Child } from "hono/jsx";
import type { ConsoleContext, Viewer } from "../context.ts";
import type { ConsoleDeps } from "../deps.ts";

/** A page of the console. */
export interface Page {
  readonly path: string;
  /** Its name in the menu; undefined for pages that others link to. */
  readonly menu?: string;
  /** The right that a viewer needs to see it; of several, any one. Null is for everybody who may log in. */
  readonly right: string | readonly string[] | null;
  show(c: ConsoleContext, viewer: Viewer, deps: ConsoleDeps): Shown | Promise<Shown>;
}

/** What a page shows, or the path of the page that shows it. */
type Shown = Content | { readonly redirect: string };

export interface Content {
  /** The heading, and the title of the window. */
  readonly title: string;
  readonly body: Child;
  /** A line about what the page shows, under the heading. */
  readonly lead?: Child;
  /** The page's buttons, in the line of the heading. */
  readonly tools?: Child;
  /** What the page runs. Each page works without it. */
  readonly scripts?: readonly Script[];
}

interface Script {
  /** The name of the asset. */
  readonly name: string;
  readonly isModule: boolean;
}

const rightsOf = ({ right }: Pick<Page, "right">): readonly string[] =>
  typeof right === "string" ? [right] : (right ?? []);

export const isAllowed = (rights: Rights, page: Pick<Page, "right">): boolean =>
  page.right === null || rightsOf(page).some((right) => isGranted(rights, right));

/** For people and the audit. */
export const describeRight = (page: Pick<Page, "right">): string => rightsOf(page).join(" or ");
