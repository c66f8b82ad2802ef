import { expect, test } from "vitest";
import { issuerOf, providerOf, refuseOpenConsole, refuseOpenMetrics, refuseOpenService } from "./auth.ts";

const settings = { HOST: "0.0.0.0", AUTH: "none", AUTH_NONE_ON_PUBLIC: "no" } as const;

test.each(["0.0.0.0", "::", "192.0.2.7", "api.example"])(
  "without credentials %s is refused, with both remedies",
  (HOST) => {
    expect(() => refuseOpenService({ ...settings, HOST })).toThrow(/AUTH=required.*AUTH_NONE_ON_PUBLIC=yes/);
  },
);

test("a console that others reach without log-ins is refused, with both remedies, whatever HOST is", () => {
  const open = { ...settings, HOST: "127.0.0.1", CONSOLE_HOST: "0.0.0.0" };
  expect(() => refuseOpenConsole(open)).toThrow(/CONSOLE_HOST.*AUTH=required.*AUTH_NONE_ON_PUBLIC=yes/);
  for (const closed of [{ CONSOLE_HOST: "::1" }, { AUTH: "required" }, { AUTH_NONE_ON_PUBLIC: "yes" }] as const)
    expect(() => refuseOpenConsole({ ...open, ...closed })).not.toThrow();
  const local = { ...open, CONSOLE_HOST: "127.0.0.1" };
  expect(() => refuseOpenConsole({ ...local, CONSOLE_URL: "https://console.example" })).toThrow(/CONSOLE_URL/);
  for (const CONSOLE_URL of ["http://localhost:3030", "http://[::1]:3030"])
    expect(() => refuseOpenConsole({ ...local, CONSOLE_URL })).not.toThrow();
});

test("loopback, required credentials and an operator's word are accepted", () => {
  for (const HOST of ["127.0.0.1", "127.9.9.9", "::1", "localhost", "LOCALHOST"])
    expect(() => refuseOpenService({ ...settings, HOST })).not.toThrow();
  expect(() => refuseOpenService({ ...settings, AUTH: "required" })).not.toThrow();
  expect(() => refuseOpenService({ ...settings, AUTH_NONE_ON_PUBLIC: "yes" })).not.toThrow();
});

test("an outside issuer is set with its keys, name and audience, or not at all", () => {
  const all = {
    AUTH_JWKS_URL: "https://a/jwks",
    AUTH_ISSUER: "https://a",
    AUTH_AUDIENCE: "rewards",
    AUTH_RIGHTS_CLAIM: "scope",
  };
  expect(issuerOf({ AUTH_RIGHTS_CLAIM: "scope" })).toBeUndefined();
  expect(issuerOf(all)).toEqual({
    jwksUrl: "https://a/jwks",
    issuer: "https://a",
    audience: "rewards",
    rightsClaim: "scope",
  });
  for (const name of ["AUTH_JWKS_URL", "AUTH_ISSUER", "AUTH_AUDIENCE"])
    expect(() => issuerOf({ ...all, [name]: undefined })).toThrow(
      /AUTH_JWKS_URL, AUTH_ISSUER and AUTH_AUDIENCE together/,
    );
});

test("metrics beyond loopback need a token", () => {
  const open = { METRICS_PORT: 9464, METRICS_HOST: "0.0.0.0" };
  expect(() => refuseOpenMetrics(open)).toThrow("set METRICS_TOKEN");
  refuseOpenMetrics({ ...open, METRICS_TOKEN: "0123456789-of-metrics" });
  refuseOpenMetrics({ ...open, METRICS_HOST: "::1" });
  refuseOpenMetrics({ METRICS_HOST: "0.0.0.0" });
});

test("the console's identity provider is set as a whole, with log-ins, and so that it can send users back; or not at all", () => {
  const defaults = { CONSOLE_OIDC_CLAIM: "email", CONSOLE_OIDC_SCOPES: "openid email" };
  const all = {
    ...defaults,
    AUTH: "required",
    CONSOLE_HOST: "0.0.0.0",
    CONSOLE_URL: "https://console.example",
    CONSOLE_OIDC_ISSUER: "https://a",
    CONSOLE_OIDC_CLIENT_ID: "console",
    CONSOLE_OIDC_CLIENT_SECRET: "pa55word",
  } as const;
  const provider = { issuer: "https://a", clientID: "console", clientSecret: "pa55word" };
  expect(providerOf(all)).toEqual({ ...provider, claim: "email", scopes: "openid email" });
  expect(providerOf({ ...defaults, AUTH: "none", CONSOLE_HOST: "127.0.0.1" })).toBeUndefined();
  for (const name of ["CONSOLE_OIDC_ISSUER", "CONSOLE_OIDC_CLIENT_ID", "CONSOLE_OIDC_CLIENT_SECRET"])
    expect(() => providerOf({ ...all, [name]: undefined })).toThrow(
      /^Configuration: set CONSOLE_OIDC_ISSUER, CONSOLE_OIDC_CLIENT_ID and CONSOLE_OIDC_CLIENT_SECRET together/,
    );
  expect(() => providerOf({ ...all, AUTH: "none" })).toThrow("set AUTH=required");
  expect(() => providerOf({ ...all, CONSOLE_URL: undefined })).toThrow("CONSOLE_URL is not set");
  expect(providerOf({ ...all, CONSOLE_URL: undefined, CONSOLE_HOST: "localhost" })).toMatchObject(provider);
});
