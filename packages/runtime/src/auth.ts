import type { z } from "zod";
import { ConfigError } from "./config.ts";
import { isLoopback } from "./network.ts";
import type { apiSettings, consoleSettings } from "./settings.ts";

type ApiSettings = z.infer<typeof apiSettings>;
type ConsoleSettings = z.infer<typeof consoleSettings>;
/** The settings that decide who may call. */
type AuthSettings = Pick<ApiSettings, "HOST" | "AUTH" | "AUTH_NONE_ON_PUBLIC">;

const refusal = (text: string) => new ConfigError(`Configuration: ${text}`);
const isLocal = (host: string) => isLoopback(host.toLowerCase());
const isClosed = ({ HOST, AUTH, AUTH_NONE_ON_PUBLIC }: AuthSettings) =>
  AUTH === "required" || AUTH_NONE_ON_PUBLIC === "yes" || isLocal(HOST);

/**
 * Stops the start of an API that other machines could reach without a credential.
 * @throws ConfigError naming both remedies.
 */
export function refuseOpenService(settings: AuthSettings): void {
  if (isClosed(settings)) return;
  throw refusal(
    "HOST is not a loopback address, and with AUTH=none everybody who reaches it may do everything: " +
      "set AUTH=required and create clients (docs/security.md), or AUTH_NONE_ON_PUBLIC=yes if only trusted callers reach it",
  );
}

/**
 * Stops the start of a console that other machines could reach without a log-in, also through a proxy.
 * @throws ConfigError naming both remedies.
 */
export function refuseOpenConsole({
  CONSOLE_HOST,
  CONSOLE_URL,
  ...settings
}: Pick<ConsoleSettings, "AUTH" | "AUTH_NONE_ON_PUBLIC" | "CONSOLE_HOST" | "CONSOLE_URL">): void {
  const hosts = {
    CONSOLE_HOST,
    CONSOLE_URL: CONSOLE_URL === undefined ? CONSOLE_HOST : new URL(CONSOLE_URL).hostname.replace(/^\[|\]$/g, ""),
  };
  const [open] = Object.entries(hosts).find(([, HOST]) => !isClosed({ ...settings, HOST })) ?? [];
  if (open === undefined) return;
  throw refusal(
    `${open} is not a loopback address, and with AUTH=none everybody who reaches the console is an operator: ` +
      "set AUTH=required and create users (docs/security.md), or AUTH_NONE_ON_PUBLIC=yes if only trusted people reach it",
  );
}

/**
 * Stops the start of a process whose metrics other machines could read without a token.
 * @throws ConfigError naming the remedy.
 */
export function refuseOpenMetrics({
  METRICS_PORT,
  METRICS_HOST,
  METRICS_TOKEN,
}: Pick<ApiSettings, "METRICS_PORT" | "METRICS_HOST" | "METRICS_TOKEN">): void {
  if (METRICS_PORT === undefined || METRICS_TOKEN !== undefined || isLocal(METRICS_HOST)) return;
  throw refusal("METRICS_HOST is not a loopback address: set METRICS_TOKEN, which scrapers send as a bearer token");
}

/** An identity provider, through which users of the console log in. */
export interface ProviderSettings {
  readonly issuer: string;
  readonly clientID: string;
  readonly clientSecret: string;
  /** The claim that names a user. */
  readonly claim: string;
  readonly scopes: string;
}

type ProviderKey = `CONSOLE_OIDC_${"ISSUER" | "CLIENT_ID" | "CLIENT_SECRET" | "CLAIM" | "SCOPES"}`;

/**
 * The identity provider of the console; undefined if none is set.
 * @throws ConfigError if a part of its settings is missing, AUTH is none, or CONSOLE_URL is missing where browsers need
 * it.
 */
export function providerOf(
  settings: Pick<ConsoleSettings, "AUTH" | "CONSOLE_HOST" | "CONSOLE_URL" | ProviderKey>,
): ProviderSettings | undefined {
  const { CONSOLE_OIDC_ISSUER: issuer, CONSOLE_OIDC_CLIENT_ID: clientID } = settings;
  const { CONSOLE_OIDC_CLIENT_SECRET: clientSecret, CONSOLE_OIDC_CLAIM: claim, CONSOLE_OIDC_SCOPES: scopes } = settings;
  if (issuer === undefined && clientID === undefined && clientSecret === undefined) return undefined;
  if (issuer === undefined || clientID === undefined || clientSecret === undefined)
    throw refusal(
      "set CONSOLE_OIDC_ISSUER, CONSOLE_OIDC_CLIENT_ID and CONSOLE_OIDC_CLIENT_SECRET together, or none of them",
    );
  if (settings.AUTH !== "required")
    throw refusal("CONSOLE_OIDC_ISSUER is set, but with AUTH=none nobody logs in: set AUTH=required, or leave it out");
  if (settings.CONSOLE_URL === undefined && !isLocal(settings.CONSOLE_HOST))
    throw refusal(
      "CONSOLE_URL is not set, so the identity provider cannot send users back: set it to where browsers reach the console",
    );
  return { issuer, clientID, clientSecret, claim, scopes };
}

/** An outside issuer, whose tokens are accepted. */
export interface IssuerSettings {
  readonly jwksUrl: string;
  readonly issuer: string;
  readonly audience: string;
  readonly rightsClaim: string;
}

/**
 * The outside issuer; undefined if none is set.
 * @throws ConfigError if only a part is set: without issuer and audience, tokens for other services would be accepted.
 */
export function issuerOf(
  settings: Pick<ApiSettings, "AUTH_JWKS_URL" | "AUTH_ISSUER" | "AUTH_AUDIENCE" | "AUTH_RIGHTS_CLAIM">,
): IssuerSettings | undefined {
  const { AUTH_JWKS_URL: jwksUrl, AUTH_ISSUER: issuer, AUTH_AUDIENCE: audience } = settings;
  if (jwksUrl === undefined && issuer === undefined && audience === undefined) return undefined;
  if (jwksUrl === undefined || issuer === undefined || audience === undefined)
    throw refusal("set AUTH_JWKS_URL, AUTH_ISSUER and AUTH_AUDIENCE together, or none of them");
  return { jwksUrl, issuer, audience, rightsClaim: settings.AUTH_RIGHTS_CLAIM };
}
