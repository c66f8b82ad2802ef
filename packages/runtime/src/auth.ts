import { ConfigError } from "./config.ts";
import { isLoopback } from "./network.ts";

/** The settings that decide who may call. */
export interface AuthSettings {
  readonly HOST: string;
  readonly AUTH: "none" | "required";
  readonly AUTH_NONE_ON_PUBLIC: "yes" | "no";
}

/**
 * Stops the start of an API that other machines could reach without a credential.
 * @throws ConfigError naming both remedies.
 */
export function refuseOpenService(settings: AuthSettings): void {
  if (isClosed(settings)) return;
  throw new ConfigError(
    "Configuration: HOST is not a loopback address, and with AUTH=none everybody who reaches it may do everything: " +
      "set AUTH=required and create clients (docs/security.md), or AUTH_NONE_ON_PUBLIC=yes if only trusted callers reach it",
  );
}

/** The settings that decide who may open the console. */
interface ConsoleAuthSettings extends Omit<AuthSettings, "HOST"> {
  readonly CONSOLE_HOST: string;
  readonly CONSOLE_URL?: string | undefined;
}

/**
 * Stops the start of a console that other machines could reach without a log-in, also through a proxy.
 * @throws ConfigError naming both remedies.
 */
export function refuseOpenConsole({ CONSOLE_HOST, CONSOLE_URL, ...settings }: ConsoleAuthSettings): void {
  const hosts = {
    CONSOLE_HOST,
    CONSOLE_URL: CONSOLE_URL === undefined ? CONSOLE_HOST : new URL(CONSOLE_URL).hostname.replace(/^\[|\]$/g, ""),
  };
  const [open] = Object.entries(hosts).find(([, HOST]) => !isClosed({ ...settings, HOST })) ?? [];
  if (open === undefined) return;
  throw new ConfigError(
    `Configuration: ${open} is not a loopback address, and with AUTH=none everybody who reaches the console is an operator: ` +
      "set AUTH=required and create users (docs/security.md), or AUTH_NONE_ON_PUBLIC=yes if only trusted people reach it",
  );
}

const isClosed = ({ HOST, AUTH, AUTH_NONE_ON_PUBLIC }: AuthSettings) =>
  AUTH === "required" || AUTH_NONE_ON_PUBLIC === "yes" || isLoopback(HOST.toLowerCase());

interface MetricsAuthSettings {
  readonly METRICS_PORT?: number | undefined;
  readonly METRICS_HOST: string;
  readonly METRICS_TOKEN?: string | undefined;
}

/**
 * Stops the start of a process whose metrics other machines could read without a token.
 * @throws ConfigError naming the remedy.
 */
export function refuseOpenMetrics({ METRICS_PORT, METRICS_HOST, METRICS_TOKEN }: MetricsAuthSettings): void {
  if (METRICS_PORT === undefined || METRICS_TOKEN !== undefined || isLoopback(METRICS_HOST.toLowerCase())) return;
  throw new ConfigError(
    "Configuration: METRICS_HOST is not a loopback address: set METRICS_TOKEN, which scrapers send as a bearer token",
  );
}

/** The settings of the identity provider of the console. */
interface ConsoleProviderSettings extends Pick<ConsoleAuthSettings, "AUTH" | "CONSOLE_HOST" | "CONSOLE_URL"> {
  readonly CONSOLE_OIDC_ISSUER?: string | undefined;
  readonly CONSOLE_OIDC_CLIENT_ID?: string | undefined;
  readonly CONSOLE_OIDC_CLIENT_SECRET?: string | undefined;
  readonly CONSOLE_OIDC_CLAIM: string;
  readonly CONSOLE_OIDC_SCOPES: string;
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

/**
 * The identity provider of the console; undefined if none is set.
 * @throws ConfigError if a part of its settings is missing, AUTH is none, or CONSOLE_URL is missing where browsers need
 * it.
 */
export function providerOf(settings: ConsoleProviderSettings): ProviderSettings | undefined {
  const { CONSOLE_OIDC_ISSUER: issuer, CONSOLE_OIDC_CLIENT_ID: clientID } = settings;
  const { CONSOLE_OIDC_CLIENT_SECRET: clientSecret, CONSOLE_OIDC_CLAIM: claim, CONSOLE_OIDC_SCOPES: scopes } = settings;
  if (issuer === undefined && clientID === undefined && clientSecret === undefined) return undefined;
  const refuse = (text: string) => new ConfigError(`Configuration: ${text}`);
  if (issuer === undefined || clientID === undefined || clientSecret === undefined)
    throw refuse(
      "set CONSOLE_OIDC_ISSUER, CONSOLE_OIDC_CLIENT_ID and CONSOLE_OIDC_CLIENT_SECRET together, or none of them",
    );
  if (settings.AUTH !== "required")
    throw refuse("CONSOLE_OIDC_ISSUER is set, but with AUTH=none nobody logs in: set AUTH=required, or leave it out");
  if (settings.CONSOLE_URL === undefined && !isLoopback(settings.CONSOLE_HOST.toLowerCase()))
    throw refuse(
      "CONSOLE_URL is not set, so the identity provider cannot send users back: set it to where browsers reach the console",
    );
  return { issuer, clientID, clientSecret, claim, scopes };
}

/** The settings of an outside issuer of tokens. */
interface OutsideSettings {
  readonly AUTH_JWKS_URL?: string | undefined;
  readonly AUTH_ISSUER?: string | undefined;
  readonly AUTH_AUDIENCE?: string | undefined;
  readonly AUTH_RIGHTS_CLAIM: string;
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
export function issuerOf(settings: OutsideSettings): IssuerSettings | undefined {
  const { AUTH_JWKS_URL: jwksUrl, AUTH_ISSUER: issuer, AUTH_AUDIENCE: audience } = settings;
  if (jwksUrl === undefined && issuer === undefined && audience === undefined) return undefined;
  if (jwksUrl === undefined || issuer === undefined || audience === undefined)
    throw new ConfigError("Configuration: set AUTH_JWKS_URL, AUTH_ISSUER and AUTH_AUDIENCE together, or none of them");
  return { jwksUrl, issuer, audience, rightsClaim: settings.AUTH_RIGHTS_CLAIM };
}
