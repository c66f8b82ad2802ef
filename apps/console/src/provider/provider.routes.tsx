import type { ConsoleApp, ConsoleContext } from "../context.ts";
import type { ConsoleDeps } from "../deps.ts";
import { PasswordPage, ProviderPage } from "../login/login.page.tsx";
import { PageError } from "../page/page.error.ts";
import { originOf } from "../request/origin.ts";
import { checkFormToken, makeToken, type TokenCookie } from "../session/session.cookie.ts";
import { endBrowserSession } from "../session/session.view.ts";
import type { ProviderLogin } from "./provider.login.ts";

const callbackPath = "/login/provider/callback";

/** The two routes of a log-in through an identity provider: to it, and back. */
export function addProvider(app: ConsoleApp, deps: ConsoleDeps, provider: ProviderLogin, cookie: TokenCookie): void {
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
