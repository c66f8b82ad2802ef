import { beginFlow, openProviderSession, takeFlow } from "@rewards/access";
import type { Sql } from "@rewards/db";
import { unnamedActor } from "@rewards/domain";
import type { Refusal } from "@rewards/runtime";
import type { Origin } from "../entrance.ts";
import type { Attempts } from "../login/login.attempts.ts";
import { type Opened, tooMany } from "../login/login.ts";
import { PageError } from "../page/page.error.ts";
import { makeToken } from "../session/session.cookie.ts";
import { ProviderRefusal } from "./provider.refusal.ts";
import type { IdentityProvider } from "./provider.ts";

/** The log-in through an identity provider. `token` is that of the browser's cookie. */
export interface ProviderLogin {
  /** The provider's host. */
  readonly host: string;
  /**
   * Begins a log-in.
   * @returns the URL to which the browser goes next.
   * @throws PageError 429 or 503.
   */
  begin(token: string, redirectUri: string, origin: Origin): Promise<URL>;
  /**
   * Ends a log-in. A second answer to it is refused.
   * @param answer the redirect URI with what the provider added.
   * @throws PageError 403 or 503.
   */
  finish(token: string | undefined, answer: URL, origin: Origin): Promise<Opened>;
}

export interface ProviderLoginOptions {
  readonly sql: Sql;
  readonly provider: IdentityProvider;
  readonly attempts: Attempts;
  readonly reportRefused: (refusal: Refusal) => void;
}

export function createProviderLogin({ sql, provider, attempts, reportRefused }: ProviderLoginOptions): ProviderLogin {
  function report({ address, requestId }: Origin, detail: object, name: string = unnamedActor): void {
    reportRefused({ actor: name, origin: address, requestId, detail: { ...detail, provider: provider.host } });
  }

  async function open(token: string | undefined, answer: URL, { address, requestId }: Origin): Promise<Opened> {
    const state = answer.searchParams.get("state") ?? "";
    const checks = token === undefined ? undefined : await takeFlow(sql, { state, token });
    if (!checks) throw new ProviderRefusal("flow");
    const identity = await provider.finish(answer, { ...checks, state });
    const nextToken = makeToken();
    const opened = await openProviderSession(sql, identity, nextToken, { origin: address, requestId });
    if ("isCodeDue" in opened) return { token: nextToken, isCodeDue: opened.isCodeDue };
    throw new ProviderRefusal(opened.refused, { login: identity.login, name: opened.name });
  }

  return {
    host: provider.host,
    async begin(token, redirectUri, origin) {
      // It counts until the log-in succeeds: each costs requests to the provider.
      if (!attempts.begin(undefined, origin.address)) {
        report(origin, { reason: "throttled" });
        throw tooMany();
      }
      const { url, state, ...checks } = await provider.begin(redirectUri);
      if (await beginFlow(sql, { state, token }, checks)) return url;
      throw new PageError(503, "Too many people log in at this moment.", "Wait ten minutes, or use a password.");
    },
    async finish(token, answer, origin) {
      const opened = await open(token, answer, origin).catch((error: unknown) => {
        // The provider's faults have a line in the log already.
        if (error instanceof ProviderRefusal && error.reason !== "away") {
          const { name, ...known } = error.known;
          report(origin, { reason: error.reason, ...known }, name);
        }
        throw error;
      });
      attempts.forgiveNetwork(origin.address);
      return opened;
    },
  };
}
