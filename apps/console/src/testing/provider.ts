import { generateKeyPairSync } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { ProviderSettings } from "@rewards/runtime";
import { Provider } from "oidc-provider";
import { afterAll } from "vitest";
import { type Browser, openBrowser, type Page } from "./browser.ts";

const registered = { client_id: "rewards-console", client_secret: "of the console, at the provider" };

/** The claims of each person, by their ID at the provider. */
type People = Readonly<Record<string, object>>;

/**
 * An identity provider on loopback, with these people. Its log-in page logs in the person that the parameter `person`
 * names, without a password.
 */
export async function openTestProvider(people: People) {
  const server = createServer();
  const issuer = await listen(server);
  const provider = new Provider(issuer, configurationOf(people));
  const serve = provider.callback();
  server.on("request", (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", issuer);
    if (!pathname.startsWith("/interaction/")) return void serve(request, response);
    const accountId = searchParams.get("person");
    const denied = { error: "access_denied", error_description: "The person said no" };
    void provider.interactionFinished(request, response, accountId ? { login: { accountId }, consent: {} } : denied);
  });
  afterAll(() => close(server));
  const settings: ProviderSettings = {
    issuer,
    clientID: registered.client_id,
    clientSecret: registered.client_secret,
    claim: "email",
    scopes: "openid email profile",
  };
  return { settings, host: new URL(issuer).host, close: () => close(server) };
}

const stepsMax = 10;

/**
 * Logs a person in at the provider; an empty `person` denies the log-in.
 * @returns the address that the provider redirects to.
 */
export async function passProvider(from: string, person = ""): Promise<URL> {
  const { origin } = new URL(from);
  const cookies = new Map<string, string>();
  let next = new URL(from);
  for (let steps = 0; steps < stepsMax; steps += 1) {
    if (next.origin !== origin) return next;
    if (next.pathname.startsWith("/interaction/")) next.searchParams.set("person", person);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(next, { redirect: "manual", headers: { cookie } });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    const location = answer.headers.get("location");
    if (location === null) throw new Error(`the provider answers ${answer.status}: ${await answer.text()}`);
    next = new URL(location, next);
  }
  throw new Error(`the provider redirects without end, to ${next.href}`);
}

function configurationOf(people: People): object {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return {
    // A native client may come back to any port of loopback.
    clients: [
      {
        ...registered,
        application_type: "native",
        redirect_uris: ["http://127.0.0.1/login/provider/callback"],
        id_token_signed_response_alg: "ES256",
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), use: "sig", alg: "ES256" }] },
    enabledJWA: { idTokenSigningAlgValues: ["ES256"] },
    cookies: { keys: ["of the provider"] },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["preferred_username"] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id, ...people[id] }) }),
    loadExistingGrant,
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
  };
}

interface Asked {
  readonly oidc: {
    readonly session: { readonly accountId: string };
    readonly client: { readonly clientId: string };
    readonly provider: Provider;
  };
}

/** Nobody is asked for consent. */
async function loadExistingGrant({ oidc: { session, client, provider } }: Asked): Promise<object> {
  const grant = new provider.Grant({ accountId: session.accountId, clientId: client.clientId });
  grant.addOIDCScope("openid email profile");
  await grant.save();
  return grant;
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function close(server: Server): Promise<void> {
  if (!server.listening) return;
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
}

/** A browser that has pressed the provider's button on the log-in page, and the address that it is sent to. */
export async function beginAt(base: string): Promise<{ browser: Browser; page: Page; goOn: string }> {
  const browser = openBrowser(base);
  await browser.open("/login");
  const page = await browser.send("/login/provider", {});
  return { browser, page, goOn: (page.headers.get("refresh") ?? "").replace(/^0;url=/, "") };
}

/**
 * A browser that the provider has redirected, before it opens the console's address. Without `person` the log-in is
 * denied.
 */
export async function comeBackTo(base: string, person?: string): Promise<{ browser: Browser; answer: URL }> {
  const { browser, goOn } = await beginAt(base);
  return { browser, answer: await passProvider(goOn, person) };
}

/** A browser in which a person has logged in at the provider, and the console's answer. */
export async function passTo(base: string, person?: string): Promise<{ browser: Browser; page: Page }> {
  const { browser, answer } = await comeBackTo(base, person);
  return { browser, page: await browser.open(pathOf(answer)) };
}

export const pathOf = ({ pathname, search }: URL) => pathname + search;
