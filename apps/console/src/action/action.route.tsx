import { randomBytes } from "node:crypto";
import { AppError } from "@rewards/domain";
import { LRUCache } from "lru-cache";
import type { ConsoleApp, ConsoleContext, Viewer } from "../context.ts";
import type { ConsoleDeps } from "../deps.ts";
import { FormToken } from "../page/elements.tsx";
import { Layout } from "../page/layout.tsx";
import { InputError, PageError } from "../page/page.error.ts";
import { sentenceOf } from "../page/refuse.tsx";
import { frameOf } from "../pages.ts";
import { checkFormToken, makeToken, signNotice, type TokenCookie } from "../session/session.cookie.ts";
import { admit } from "../session/session.ts";
import { type Action, type ActionCall, formIdField, type Question } from "./action.tsx";

/** What the routes of all actions share. */
interface Acting {
  readonly app: ConsoleApp;
  readonly deps: ConsoleDeps;
  readonly cookie: TokenCookie;
  readonly once: Once;
}

/** All actions run here: log-in, right, form token, confirmation, change with its audit, redirect with a notice. */
export function addActions(app: ConsoleApp, actions: readonly Action[], deps: ConsoleDeps, cookie: TokenCookie): void {
  const acting = { app, deps, cookie, once: createOnce() };
  for (const action of actions) addAction(action, acting);
}

function addAction(action: Action, { app, deps, cookie, once }: Acting): void {
  const callOf = (c: ConsoleContext, viewer: Viewer, input: URLSearchParams): ActionCall => {
    const { address: origin, requestId } = c.var;
    return { input, viewer, author: { actor: viewer.name, origin, requestId }, deps };
  };

  app.get(action.path, async (c) => {
    const viewer = await admit(c, deps, cookie, action.right);
    if (typeof viewer === "string") return c.redirect(viewer, 303);
    // With AUTH=none there is no session, so forms are bound to a random token in the cookie.
    const token = viewer.token ?? cookie.read(c) ?? makeToken();
    if (viewer.token === undefined) cookie.write(c, token);
    const call = callOf(c, viewer, inputOfLink(c));
    return show(c, action, call, token, { question: await action.ask(call) });
  });

  app.post(action.path, async (c) => {
    const viewer = await admit(c, deps, cookie, action.right);
    if (typeof viewer === "string") return c.redirect(viewer, 303);
    const { form } = c.var;
    const token = viewer.token ?? cookie.read(c);
    checkFormToken(token, form);
    const formId = form.get(formIdField) ?? "";
    if (!once.begin(formId)) throw sentBefore();
    const call = callOf(c, viewer, form);
    try {
      const outcome = await action.perform(call);
      if ("kept" in outcome) {
        once.release(formId);
        return show(c, action, call, token, { question: outcome });
      }
      await deps.replica?.noteChange();
      if ("to" in outcome) {
        if (outcome.token !== undefined) cookie.write(c, outcome.token);
        const notice = signNotice(outcome.token ?? token, outcome.notice);
        return c.redirect(withNotice(outcome.to, notice), 303);
      }
      if ("fileName" in outcome) {
        // Its form stays on the screen: it may be sent again.
        once.release(formId);
        return c.body(outcome.json, 200, {
          "content-type": "application/json",
          "content-disposition": `attachment; filename="${outcome.fileName}"`,
        });
      }
      const { title, body } = outcome;
      return c.html(
        <Layout title={title} frame={frameOf(viewer)}>
          {body}
        </Layout>,
      );
    } catch (error) {
      once.release(formId);
      const problem = problemOf(error);
      if (problem === undefined) throw error;
      return show(c, action, call, token, { question: await action.ask(call), problem });
    }
  });
}

/** Only a form that was sent has an ID: a link must not pass for one. */
function inputOfLink(c: ConsoleContext): URLSearchParams {
  const input = new URL(c.req.url).searchParams;
  input.delete(formIdField);
  return input;
}

interface Asked {
  readonly question: Question;
  /** Why the attempt before failed. */
  readonly problem?: string;
}

function show(c: ConsoleContext, action: Action, call: ActionCall, token: string, { question, problem }: Asked) {
  const { viewer, input } = call;
  return c.html(
    <Layout title={question.title} isProblem={problem !== undefined} frame={frameOf(viewer)}>
      <QuestionForm question={question} path={action.path} input={input} token={token} problem={problem} />
    </Layout>,
    problem === undefined ? 200 : 422,
  );
}

/** The sentence about a field that is wrong; undefined for other errors. */
function problemOf(error: unknown): string | undefined {
  if (error instanceof InputError) return error.message;
  return error instanceof AppError && error.status === 422 ? sentenceOf(error) : undefined;
}

const withNotice = (path: string, notice: string) => `${path}${path.includes("?") ? "&" : "?"}notice=${notice}`;

const sentBefore = () =>
  new PageError(
    409,
    "This form was sent already.",
    "Look at its page and at the audit for what it did. Open the page again to repeat it.",
  );

interface QuestionFormProps {
  readonly question: Question;
  readonly path: string;
  readonly input: URLSearchParams;
  /** The token that the form is bound to. */
  readonly token: string;
  /** Why the attempt before failed. */
  readonly problem: string | undefined;
}

/** The form with which an operator confirms an action. */
const QuestionForm = ({ question, path, input, token, problem }: QuestionFormProps) => (
  <form method="post" action={path} class="card question">
    {problem !== undefined && (
      <p id="problem" role="alert" class="problem">
        {problem}
      </p>
    )}
    <FormToken token={token} />
    <input type="hidden" name={formIdField} value={makeFormId()} />
    {question.kept.flatMap((name) =>
      input.getAll(name).map((value) => <input type="hidden" name={name} value={value} />),
    )}
    {question.body}
    <p class="buttons">
      <button type="submit">{question.button}</button>
      <a class="button quiet" href={question.back}>
        Cancel
      </a>
    </p>
  </form>
);

const idBytes = 16;
const idForm = /^[\w-]{22}$/;
/** The sent forms that are remembered. A second click follows within seconds, so thousands suffice. */
const formsMax = 10_000;

export const makeFormId = () => randomBytes(idBytes).toString("base64url");

/** Lets each form act once: an impatient second click must not make a second client. */
interface Once {
  /** False if the form was sent before, or has no ID. */
  begin(formId: string): boolean;
  /** Lets a form be sent again that had no effect. */
  release(formId: string): void;
}

function createOnce(): Once {
  const sent = new LRUCache<string, true>({ max: formsMax });
  return {
    begin(formId) {
      if (!idForm.test(formId) || sent.has(formId)) return false;
      sent.set(formId, true);
      return true;
    },
    release: (formId) => void sent.delete(formId),
  };
}
