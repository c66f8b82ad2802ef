import type { Author } from "@rewards/db";
import type { Child } from "hono/jsx";
import type { Viewer } from "../context.ts";
import type { ConsoleDeps } from "../deps.ts";
import { type Content, isAllowed } from "../page/page.ts";

/** A change that an operator makes in the console, after confirming it. */
export interface Action {
  /** GET asks, POST does. */
  readonly path: string;
  /** The right that a viewer needs for both. Null is for everybody who may log in. */
  readonly right: string | null;
  /** Says what will happen. Changes nothing. */
  ask(call: ActionCall): Question | Promise<Question>;
  /**
   * Does it, and writes its audit row. Or answers another button of the form with a question, and has done nothing.
   * @throws InputError or AppError 422 if a field is wrong: the question is shown again.
   */
  perform(call: ActionCall): Promise<Done | Content | Question | Attachment>;
}

export interface ActionCall {
  /** The parameters of the address, or the fields of the form. */
  readonly input: URLSearchParams;
  readonly viewer: Viewer;
  /** For the audit. */
  readonly author: Author;
  readonly deps: ConsoleDeps;
}

export interface Question {
  readonly title: string;
  /** What will happen, and the fields that are to be filled in. */
  readonly body: Child;
  /** The fields of the input that the form sends as they are. */
  readonly kept: readonly string[];
  readonly button: string;
  /** Where "Cancel" leads. */
  readonly back: string;
}

/** The page that shows the result, with a sentence about it. */
interface Done {
  readonly to: string;
  readonly notice: string;
  /** The token that the viewer's session has from now on, if it got another. */
  readonly token?: string;
}

/** Of a form, by which it acts once. */
export const formIdField = "form_id";

export const mayPerform = ({ rights }: Viewer, action: Action): boolean => isAllowed(rights, action);

/** The address of an action's question about these fields. */
const askPath = ({ path }: Action, fields: Readonly<Record<string, string>>): string =>
  `${path}?${new URLSearchParams(fields)}`;

/** A file that the browser saves. */
interface Attachment {
  readonly fileName: string;
  readonly json: string;
}

interface ActionLinkProps {
  readonly action: Action;
  readonly viewer: Viewer;
  readonly fields?: Readonly<Record<string, string>>;
  readonly isDanger?: boolean | undefined;
  readonly children?: Child;
}

/** A link to an action's question, for viewers who may do it. */
export const ActionLink = ({ action, viewer, fields = {}, isDanger, children }: ActionLinkProps) =>
  mayPerform(viewer, action) ? (
    <a class={isDanger ? "button quiet danger" : "button quiet"} href={askPath(action, fields)}>
      {children}
    </a>
  ) : null;
