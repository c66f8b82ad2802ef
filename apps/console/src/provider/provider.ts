import type { FlowChecks, ProviderIdentity } from "@rewards/access";
import { createGate, createLineBudget, isLoopback, type Logger, type ProviderSettings } from "@rewards/runtime";
import type { CustomFetch } from "openid-client";
import * as oidc from "openid-client";
import { PageError } from "../page/page.error.ts";
import { identityOf, isSufficient, ProviderRefusal, refusalOf } from "./provider.refusal.ts";

/** From the first request of a step to its last answer. */
const talkMsDefault = 5_000;
/** The most steps at a time: a third of the console's places, so that a slow provider leaves it usable. */
const talksMax = 10;
const awayLines = { linesMax: 1, everyMs: 60_000 };

/** An identity provider, asked by openid-client. Nothing of it is kept: each step reads its description again. */
export interface IdentityProvider {
  /** Its host, by which users know it. */
  readonly host: string;
  /**
   * Makes the address of its log-in page.
   * @throws ProviderRefusal `away`, or PageError 503 if too many ask at once.
   */
  begin(redirectUri: string): Promise<BegunLogin>;
  /**
   * Finds out whom it vouches for.
   * @param answer the redirect URI with what the provider added.
   * @throws ProviderRefusal, or PageError 503 if too many ask at once.
   */
  finish(answer: URL, checks: LoginChecks): Promise<ProviderIdentity>;
}

interface LoginChecks extends FlowChecks {
  readonly state: string;
}

interface BegunLogin extends LoginChecks {
  readonly url: URL;
}

export function createProvider(
  settings: ProviderSettings,
  logger: Pick<Logger, "warn">,
  talkMsMax = talkMsDefault,
): IdentityProvider {
  const { issuer, claim, scopes } = settings;
  const lines = createLineBudget(awayLines);
  const gate = createGate(
    talksMax,
    () => new PageError(503, "Too many people log in at this moment.", "Wait some seconds and try again."),
  );
  const discover = createDiscovery(settings);

  async function talk<Result>(step: (config: oidc.Configuration) => Promise<Result>): Promise<Result> {
    const ending = new AbortController();
    const timer = setTimeout(() => ending.abort(new Error(`no answer within ${talkMsMax} ms`)), talkMsMax);
    try {
      return await step(await discover(ending.signal));
    } catch (error) {
      const refusal = refusalOf(error);
      const unlogged = refusal.reason === "away" ? lines.take() : undefined;
      if (unlogged !== undefined) logger.warn({ issuer, ...refusal.known, unlogged }, awayText);
      throw refusal;
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    host: new URL(issuer).host,
    begin: (redirectUri) => gate(() => talk((config) => beginLogin(config, redirectUri, scopes))),
    finish: (answer, checks) => gate(() => talk((config) => finishLogin(config, answer, checks, claim))),
  };
}

/** Reads the provider's description. */
function createDiscovery({ issuer, clientID, clientSecret }: ProviderSettings) {
  const server = new URL(issuer);
  const isLocal = isLoopback(server.hostname.replace(/^\[|\]$/g, ""));
  const execute = [oidc.enableNonRepudiationChecks, ...(isLocal ? [oidc.allowInsecureRequests] : [])];
  const authenticate = secretAuth(clientSecret);
  return async (signal: AbortSignal): Promise<oidc.Configuration> => {
    const options = { execute, [oidc.customFetch]: createFetch(signal) };
    const config = await oidc.discovery(server, clientID, undefined, authenticate, options);
    // openid-client accepts the shared issuer of Microsoft Entra, where everybody can have an account.
    if (new URL(config.serverMetadata().issuer).href === server.href) return config;
    throw new ProviderRefusal("away", {
      why: "CONSOLE_OIDC_ISSUER is the issuer of many tenants: set it to that of your own",
    });
  };
}

async function beginLogin(config: oidc.Configuration, redirectUri: string, scope: string): Promise<BegunLogin> {
  const [state, nonce, verifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()];
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope,
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  });
  return { url, state, nonce, verifier };
}

async function finishLogin(
  config: oidc.Configuration,
  answer: URL,
  { state, nonce, verifier }: LoginChecks,
  claim: ProviderSettings["claim"],
): Promise<ProviderIdentity> {
  const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier };
  const tokens = await oidc.authorizationCodeGrant(config, answer, checks);
  const token = tokens.claims();
  if (!token) throw new ProviderRefusal("away", { why: "it gave no ID token" });
  if (isSufficient(token, claim)) return identityOf(token, token, claim);
  return identityOf(token, await oidc.fetchUserInfo(config, tokens.access_token, token.sub), claim);
}

const awayText =
  "nobody can log in through the identity provider: let this machine reach CONSOLE_OIDC_ISSUER, and check the console's ID and secret there";

/** By HTTP Basic, which OpenID Connect prefers, unless the provider lists only the form. */
function secretAuth(secret: string): oidc.ClientAuth {
  const [basic, post] = [oidc.ClientSecretBasic(secret), oidc.ClientSecretPost(secret)];
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    return (methods.includes("client_secret_basic") ? basic : post)(server, ...rest);
  };
}

const answerBytesMax = 1_048_576;

/** Ends with `signal`, and with an answer that is too large. openid-client itself follows no redirect. */
function createFetch(signal: AbortSignal): CustomFetch {
  return async (url, options) => {
    const answer = await fetch(url, { ...options, body: options.body as NonNullable<RequestInit["body"]>, signal });
    const { status, headers } = answer;
    return new Response(await readBytes(answer), { status, headers });
  };
}

async function readBytes({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > answerBytesMax) throw new Error(`its answer is longer than ${answerBytesMax} bytes`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}
