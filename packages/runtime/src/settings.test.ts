import { expect, test } from "vitest";
import { loadConfig } from "./config.ts";
import { apiSettings, consoleSettings, workerSettings } from "./settings.ts";

const good = {
  DATABASE_URL: "postgres://user:pa55word@127.0.0.1:9/rewards",
  QUEUE_URL: "redis://:pa55word@127.0.0.1:9",
};

/** The first of `variables` is wrong; the others are texts that the message must have. */
test.each<[what: string, variables: string[], env: Record<string, string | undefined>]>([
  ["DATABASE_URL missing", ["DATABASE_URL"], { DATABASE_URL: undefined }],
  ["DATABASE_URL empty", ["DATABASE_URL"], { DATABASE_URL: "" }],
  ["DATABASE_URL blank", ["DATABASE_URL"], { DATABASE_URL: "  " }],
  ["DATABASE_URL of another scheme", ["DATABASE_URL"], { DATABASE_URL: "mysql://user:pa55word@db/rewards" }],
  ["DATABASE_URL that is not a URL", ["DATABASE_URL"], { DATABASE_URL: "user:pa55word@db" }],
  [
    "DATABASE_URL with a wrong second host",
    ["DATABASE_URL"],
    { DATABASE_URL: "postgres://user:pa55word@a:1,b:x/rewards" },
  ],
  [
    "QUEUE_URL on Postgres with two hosts",
    ["QUEUE_URL", "expected one host"],
    { QUEUE_URL: "postgres://user:pa55word@a,b/q" },
  ],
  ["QUEUE_URL missing", ["QUEUE_URL"], { QUEUE_URL: undefined }],
  ["QUEUE_URL of another scheme", ["QUEUE_URL"], { QUEUE_URL: "http://:pa55word@queue" }],
  ["LOG_LEVEL unknown", ["LOG_LEVEL"], { LOG_LEVEL: "pa55word" }],
  ["DATABASE_POOL_MAX of 1", ["DATABASE_POOL_MAX"], { DATABASE_POOL_MAX: "1" }],
  ["PORT that is not a number", ["PORT"], { PORT: "abc" }],
  ["PORT out of range", ["PORT"], { PORT: "65536" }],
  ["PORT negative", ["PORT"], { PORT: "-1" }],
  ["HOST with a scheme", ["HOST"], { HOST: "http://localhost" }],
  ["HOSTS with a port", ["HOSTS"], { HOSTS: "api.example:443" }],
  ["HOSTS with an empty name", ["HOSTS"], { HOSTS: "api.example,,b" }],
  ["CORS_ORIGINS with a path", ["CORS_ORIGINS"], { CORS_ORIGINS: "https://shop.example/till" }],
  ["CORS_ORIGINS for everybody", ["CORS_ORIGINS"], { CORS_ORIGINS: "*" }],
  ["BODY_BYTES_MAX of 0", ["BODY_BYTES_MAX"], { BODY_BYTES_MAX: "0" }],
  ["STOP_GRACE_MS over what a stop may take", ["STOP_GRACE_MS"], { STOP_GRACE_MS: "6001" }],
  ["CONNECTIONS_MAX of 0", ["CONNECTIONS_MAX"], { CONNECTIONS_MAX: "0" }],
  ["OPERATOR_TOKEN too short", ["OPERATOR_TOKEN"], { OPERATOR_TOKEN: "pa55word" }],
  [
    "OPERATOR_TOKEN that can be guessed",
    ["OPERATOR_TOKEN", "openssl rand -hex 32"],
    { OPERATOR_TOKEN: "pa55word-pa55word-pa55word" },
  ],
  ["OPERATOR_TOKEN with a space", ["OPERATOR_TOKEN"], { OPERATOR_TOKEN: "pa55word of operators" }],
  [
    "AUTH_JWKS_URL with a password",
    ["AUTH_JWKS_URL", "no password"],
    { AUTH_JWKS_URL: "https://user:pa55word@issuer.example/keys" },
  ],
  ["AUTH unknown", ["AUTH"], { AUTH: "pa55word" }],
  ["EXTRA_API_ROOT that is a pattern", ["EXTRA_API_ROOT"], { EXTRA_API_ROOT: "/:tenant/*" }],
  ["EXTRA_API_ROOT with a trailing slash", ["EXTRA_API_ROOT"], { EXTRA_API_ROOT: "/prweb/" }],
])("%s is refused with one line that names the variable without its value", (_, variables, env) => {
  let message = "";
  try {
    loadConfig(apiSettings, { ...good, ...env });
  } catch (error) {
    message = String(error);
  }
  expect(message).toMatch(/^ConfigError: Configuration: .+$/);
  for (const variable of variables) expect(message).toContain(variable);
  for (const variable of Object.keys(good).filter((one) => !variables.includes(one)))
    expect(message).not.toContain(variable);
  expect(message).not.toContain("pa55word");
});

test("CONSOLE_URL is the address of a site, without a path, and is used as browsers write it", () => {
  const read = (CONSOLE_URL: string) => loadConfig(consoleSettings, { ...good, CONSOLE_URL }).CONSOLE_URL;
  expect(read("https://Console.example:443/")).toBe("https://console.example");
  for (const wrong of ["console.example", "https://console.example/login", "ftp://console.example"])
    expect(() => read(wrong)).toThrow("CONSOLE_URL is wrong: expected a URL such as https://console.example");
});

test.each([
  ["CONSOLE_OIDC_ISSUER", "http://provider.example", "expected https:"],
  ["CONSOLE_OIDC_ISSUER", "https://user:pa55word@provider.example", "no password"],
  ["CONSOLE_OIDC_ISSUER", "https://provider.example/?tenant=pa55word", "the issuer alone"],
  ["CONSOLE_OIDC_CLIENT_SECRET", "short", "8 to 1,024"],
  ["CONSOLE_CODES", "yes", "expected optional or required"],
  ["CONSOLE_OIDC_SCOPES", "email profile", "expected openid"],
  ["CONSOLE_OIDC_CLAIM", "e mail", "without spaces"],
])("%s=%s is refused without its value", (name, value, problem) => {
  const load = () => loadConfig(consoleSettings, { ...good, [name]: value });
  expect(load).toThrow(`${name} is wrong: `);
  expect(load).toThrow(problem);
  expect(load).not.toThrow(/pa55word/);
});

test.each([
  ["WEBHOOK_RETRY_SECONDS", "5,,300"],
  ["WEBHOOK_RETRY_SECONDS", "0"],
  ["WEBHOOK_RETRY_SECONDS", "5s"],
  ["WEBHOOK_ALLOWED_NETWORKS", "localhost"],
  ["WEBHOOK_ALLOWED_NETWORKS", "10.0.0.0/33"],
])("%s=%s is refused", (name, value) => {
  expect(() => loadConfig(workerSettings, { ...good, [name]: value })).toThrow(`${name} is wrong: expected `);
});

test("the settings of webhooks are lists", () => {
  const env = { ...good, WEBHOOK_RETRY_SECONDS: "5, 300", WEBHOOK_ALLOWED_NETWORKS: "10.0.0.0/8,::1/128" };
  expect(loadConfig(workerSettings, env)).toMatchObject({
    WEBHOOK_RETRY_SECONDS: [5, 300],
    WEBHOOK_ALLOWED_NETWORKS: ["10.0.0.0/8", "::1/128"],
  });
});
