import { userNameOf } from "@rewards/domain";
import type { ConsoleApp, ConsoleContext } from "../context.ts";
import type { ConsoleDeps } from "../deps.ts";
import { originOf } from "../entrance.ts";
import { PageError } from "../page/page.error.ts";
import type { ProviderLogin } from "../provider/provider.login.ts";
import { checkFormToken, makeToken, type TokenCookie } from "../session/session.cookie.ts";
import { endBrowserSession, findViewer } from "../session/session.ts";
import { CodePage, PasswordPage, ProviderPage } from "./login.page.tsx";

const wrong = "Name or password is wrong, or the user is disabled.";
const wrongCode = "This code is wrong, or it was used already. Wait for the next one.";
/** Browsers show the page of a 401; the scheme says that there is nothing that they could send themselves. */
const unauthorized = { "www-authenticate": "Form" };

/** The pages on which users log in and out. Nobody needs them while no log-in is required. */
export function addLogin(app: ConsoleApp, deps: ConsoleDeps, cookie: TokenCookie): void {
  app.get("/login", (c) => showLogin(c, deps, cookie));
  app.post("/login", (c) => logIn(c, deps, cookie));
  app.get("/login/code", (c) => showCode(c, deps, cookie));
  app.post("/login/code", (c) => enterCode(c, deps, cookie));
  app.post("/logout", (c) => logOut(c, deps, cookie));
  if (deps.provider) addProvider(app, deps, deps.provider, cookie);
}

async function showLogin(c: ConsoleContext, deps: ConsoleDeps, cookie: TokenCookie): Promise<Response> {
  const viewer = await findViewer(c, deps, cookie);
  if (typeof viewer !== "string") return c.redirect("/", 303);
  if (viewer === "/login/code") return c.redirect(viewer, 303);
  const token = cookie.read(c) ?? makeToken();
  cookie.write(c, token);
  return c.html(<PasswordPage token={token} provider={deps.provider?.host} />);
}

async function logIn(c: ConsoleContext, deps: ConsoleDeps, cookie: TokenCookie): Promise<Response> {
  const { form } = c.var;
  const token = cookie.read(c);
  checkFormToken(token, form);
  const name = userNameOf(form.get("name") ?? "").slice(0, nameLengthMax);
  const opened = await deps.login.tryPassword(name, form.get("password") ?? "", originOf(c));
  if (!opened) {
    const page = <PasswordPage token={token} name={name} problem={wrong} provider={deps.provider?.host} />;
    return c.html(page, 401, unauthorized);
  }
  await endBrowserSession(c, deps, token);
  cookie.write(c, opened.token);
  return c.redirect(opened.isCodeDue ? "/login/code" : "/", 303);
}

const nameLengthMax = 64;

async function showCode(c: ConsoleContext, deps: ConsoleDeps, cookie: TokenCookie): Promise<Response> {
  const viewer = await findViewer(c, deps, cookie);
  const token = cookie.read(c);
  if (viewer === "/login/code" && token !== undefined) return c.html(<CodePage token={token} />);
  return c.redirect(viewer === "/login" ? viewer : "/", 303);
}

async function enterCode(c: ConsoleContext, deps: ConsoleDeps, cookie: TokenCookie): Promise<Response> {
  const { form } = c.var;
  const token = cookie.read(c);
  checkFormToken(token, form);
  if ((await findViewer(c, deps, cookie)) !== "/login/code") return c.redirect("/login", 303);
  const code = (form.get("code") ?? "").replaceAll(" ", "");
  const next = await deps.login.tryCode(token, code, originOf(c));
  if (next === undefined) return c.html(<CodePage token={token} problem={wrongCode} />, 401, unauthorized);
  cookie.write(c, next);
  return c.redirect("/", 303);
}

async function logOut(c: ConsoleContext, deps: ConsoleDeps, cookie: TokenCookie): Promise<Response> {
  const { form } = c.var;
  const token = cookie.read(c);
  checkFormToken(token, form);
  await endBrowserSession(c, deps, token);
  cookie.clear(c);
  return c.redirect("/login", 303);
}

const callbackPath = "/login/provider/callback";

/** The two routes of a log-in through an identity provider: to it, and back. */
function addProvider(app: ConsoleApp, deps: ConsoleDeps, provider: ProviderLogin, cookie: TokenCookie): void {
  app.post("/login/provider", async (c) => {
    const token = cookie.read(c);
    checkFormToken(token, c.var.form);
    return offerPassword(c, provider, cookie, async () => {
      const url = await provider.begin(token, redirectUriOf(c, deps), originOf(c));
      // Not a redirect: the policy for forms would have to allow every host that the provider redirects to.
      c.header("refresh", `0;url=${url.href}`);
      return c.html(<ProviderPage provider={provider.host} url={url.href} />);
    });
  });
  app.get(callbackPath, (c) =>
    offerPassword(c, provider, cookie, async () => {
      const token = cookie.read(c);
      const answer = new URL(redirectUriOf(c, deps));
      answer.search = new URL(c.req.url).search;
      const opened = await provider.finish(token, answer, originOf(c));
      if (token !== undefined) await endBrowserSession(c, deps, token);
      cookie.write(c, opened.token);
      return c.redirect(opened.isCodeDue ? "/login/code" : "/", 303);
    }),
  );
}

/** Without CONSOLE_URL the console is on loopback, and the entrance has checked the name. */
function redirectUriOf(c: ConsoleContext, { entrance }: ConsoleDeps): string {
  return (entrance.publicUrl ?? `http://${c.req.header("host")}`) + callbackPath;
}

/** Shows why a step failed on the page from which users log in. */
async function offerPassword(
  c: ConsoleContext,
  { host }: ProviderLogin,
  cookie: TokenCookie,
  step: () => Promise<Response>,
): Promise<Response> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof PageError)) throw error;
    const token = cookie.read(c) ?? makeToken();
    cookie.write(c, token);
    const problem = `${error.message} ${error.remedy}`;
    return c.html(<PasswordPage token={token} problem={problem} provider={host} />, error.status, error.headers);
  }
}
