import { AppError } from "@rewards/domain";
import type { ConsoleApp, ConsoleContext, Viewer } from "../context.ts";
import type { ConsoleDeps } from "../deps.ts";
import { Layout } from "../page/layout.tsx";
import { signNotice } from "../page/notice.ts";
import { PageError } from "../page/page.error.ts";
import { sentenceOf } from "../page/refuse.ts";
import { frameOf } from "../pages.ts";
import { admit } from "../session/session.admit.ts";
import { checkFormToken, makeToken, type TokenCookie } from "../session/session.cookie.ts";
import { createOnce, formIdField, type Once } from "./action.once.ts";
import { QuestionForm } from "./action.page.tsx";
import { type Action, type ActionCall, InputError } from "./action.ts";

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
    return show(c, action, callOf(c, viewer, new URL(c.req.url).searchParams), token);
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
      await deps.replica?.noteChange();
      if ("to" in outcome) {
        if (outcome.token !== undefined) cookie.write(c, outcome.token);
        const notice = signNotice(outcome.token ?? token, outcome.notice);
        return c.redirect(withNotice(outcome.to, notice), 303);
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
      return show(c, action, call, token, problem);
    }
  });
}

async function show(c: ConsoleContext, action: Action, call: ActionCall, token: string, problem?: string) {
  const { viewer, input } = call;
  const question = await action.ask(call);
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
