import { generateKeyPairSync, sign } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createLogger } from "@rewards/runtime";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createProvider } from "./provider.ts";

const own = generateKeyPairSync("ec", { namedCurve: "P-256" });
const foreign = generateKeyPairSync("ec", { namedCurve: "P-256" });
const redirectUri = "http://127.0.0.1/login/provider/callback";

/** What the next ID token is: its claims, and how it is signed. */
const next = { claims: {}, header: { alg: "ES256", kid: "own" } as object, key: own.privateKey, isSigned: true };
const server = createServer((request, response) => {
  const answers: Record<string, () => object> = {
    "/.well-known/openid-configuration": () => ({
      issuer: issuer(),
      authorization_endpoint: `${issuer()}/auth`,
      token_endpoint: `${issuer()}/token`,
      jwks_uri: `${issuer()}/jwks`,
      id_token_signing_alg_values_supported: ["ES256"],
      token_endpoint_auth_methods_supported: ["client_secret_post"],
    }),
    "/token": () => ({ access_token: "a", token_type: "Bearer", id_token: token() }),
    "/jwks": () => ({ keys: [{ ...own.publicKey.export({ format: "jwk" }), kid: "own", use: "sig" }] }),
  };
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify(answers[request.url ?? ""]?.() ?? {}));
});
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve)));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const issuer = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

function token(): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const text = `${encode(next.header)}.${encode(next.claims)}`;
  const signature = sign("sha256", Buffer.from(text), { key: next.key, dsaEncoding: "ieee-p1363" });
  return `${text}.${next.isSigned ? signature.toString("base64url") : ""}`;
}

/** A log-in whose ID token is changed from a right one. */
async function logIn(change: (right: Record<string, unknown>) => Partial<typeof next>): Promise<unknown> {
  const logger = createLogger({ name: "console", level: "silent" });
  const settings = { issuer: issuer(), clientID: "console", clientSecret: "secret", claim: "upn", scopes: "openid" };
  const provider = createProvider(settings, logger);
  const { state, nonce, verifier } = await provider.begin(redirectUri);
  const now = Math.floor(Date.now() / 1_000);
  const right = { iss: issuer(), sub: "1", aud: "console", exp: now + 60, iat: now, nonce, upn: "ann" };
  Object.assign(next, { claims: right, header: { alg: "ES256", kid: "own" }, key: own.privateKey, isSigned: true });
  Object.assign(next, change(right));
  return provider.finish(new URL(`${redirectUri}?code=c&state=${state}`), { state, nonce, verifier });
}

test("an ID token of the provider, for the console and this log-in, says who it is", async () => {
  expect(await logIn(() => ({}))).toEqual({ issuer: issuer(), subject: "1", login: "ann" });
});

test.each<[what: string, change: (right: Record<string, unknown>) => Partial<typeof next>]>([
  ["with another nonce", (right) => ({ claims: { ...right, nonce: "x" } })],
  ["without a nonce", ({ nonce: _, ...claims }) => ({ claims })],
  ["for another audience", (right) => ({ claims: { ...right, aud: "another" } })],
  ["of another issuer", (right) => ({ claims: { ...right, iss: "https://evil.example" } })],
  ["that expired", (right) => ({ claims: { ...right, exp: 1 } })],
  ["without a subject", ({ sub: _, ...claims }) => ({ claims })],
  ["of another key", () => ({ key: foreign.privateKey })],
  ["of an unknown key", () => ({ header: { alg: "ES256", kid: "foreign" }, key: foreign.privateKey })],
  ["without a signature", () => ({ isSigned: false })],
  ["that says it needs no signature", () => ({ header: { alg: "none" }, isSigned: false })],
  ["signed as a shared secret", () => ({ header: { alg: "HS256", kid: "own" } })],
  ["with a subject that no database takes", (right) => ({ claims: { ...right, sub: "1\u0000" } })],
  ["with an empty subject", (right) => ({ claims: { ...right, sub: "" } })],
])("an ID token %s opens nothing", async (_, change) => {
  await expect(logIn(change)).rejects.toMatchObject({ reason: expect.stringMatching(/^(answer|away|claim)$/) });
});
