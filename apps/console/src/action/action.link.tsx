import type { Child } from "hono/jsx";
import type { Viewer } from "../context.ts";
import { type Action, askPath, mayPerform } from "./action.ts";

interface ActionLinkProps {
  readonly action: Action;
  readonly viewer: Viewer;
  readonly fields?: Readonly<Record<string, string>>;
  readonly children?: Child;
}

/** A link to an action's question, for viewers who may do it. */
export const ActionLink = ({ action, viewer, fields = {}, children }: ActionLinkProps) =>
  mayPerform(viewer, action) ? (
    <a class="button quiet" href={askPath(action, fields)}>
      {children}
    </a>
  ) : null;
