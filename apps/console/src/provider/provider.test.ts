import { createServer, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createLogger } from "@rewards/runtime";
import { afterAll, expect, test } from "vitest";
import { identityOf } from "./provider.refusal.ts";
import { createProvider } from "./provider.ts";

const closing: (() => void)[] = [];
afterAll(() => {
  for (const close of closing) close();
});

async function openProvider(listener: (issuer: string) => RequestListener, talkMsMax?: number) {
  const server = createServer((request, response) => listener(issuer)(request, response));
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const lines: string[] = [];
  const logger = createLogger({
    name: "console",
    level: "info",
    destination: { write: (line) => void lines.push(line) },
  });
  const settings = { issuer, clientID: "id", clientSecret: "of the console", claim: "email", scopes: "openid" };
  return { provider: createProvider(settings, logger, talkMsMax), lines };
}

const json = (text: string) => (response: ServerResponse) =>
  void response.writeHead(200, { "content-type": "application/json" }).end(text);

function pour(response: ServerResponse): void {
  const chunk = " ".repeat(65_536);
  while (!response.destroyed) if (!response.write(chunk)) return void response.once("drain", () => pour(response));
}

test.each<[what: string, why: string, listener: (issuer: string) => RequestListener]>([
  ["never answers", "no answer within 100 ms", () => () => undefined],
  [
    "sends elsewhere",
    "status code",
    (issuer) => (_, response) => void response.writeHead(302, { location: issuer }).end(),
  ],
  ["answers an error", "status code", () => (_, response) => void response.writeHead(500).end()],
  ["answers nothing", "", () => (_, response) => void response.writeHead(204).end()],
  ["answers a page", "content-type", () => (_, response) => void response.end("<html>")],
  ["answers no JSON", "parse", () => (_, response) => json("{")(response)],
  ["is another issuer", "issuer", () => (_, response) => json('{"issuer":"https://evil.example"}')(response)],
  ["has no log-in page", "", (issuer) => (_, response) => json(JSON.stringify({ issuer }))(response)],
  [
    "never ends its answer",
    "its answer is longer than 1048576 bytes",
    () => (_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      pour(response);
    },
  ],
])(
  "a provider that %s is away: a 503 for users, and one log line however often they try",
  async (what, why, listener) => {
    const { provider, lines } = await openProvider(listener, what === "never answers" ? 100 : undefined);
    for (const _time of ["first", "second"])
      await expect(provider.begin("http://127.0.0.1/")).rejects.toMatchObject({ status: 503, reason: "away" });
    expect(lines).toEqual([expect.stringContaining("let this machine reach CONSOLE_OIDC_ISSUER")]);
    expect(lines[0]).toMatch(why);
  },
);

const token = { iss: "https://issuer.example", sub: "1", aud: "id", exp: 2, iat: 1 };

test("an e-mail address names a user only if the provider has verified it, and any claim only as a text of ASCII", () => {
  const named = { issuer: token.iss, subject: "1", login: "ann@shop.example" };
  const email = "Ann@Shop.example";
  expect(identityOf(token, { email, email_verified: true }, "email")).toEqual(named);
  expect(identityOf(token, { upn: email }, "upn")).toEqual(named);
  for (const email_verified of [false, "true", 1, undefined, null])
    expect(() => identityOf(token, { email, email_verified }, "email")).toThrow("does not say who you are");
  // The last one has the sign for kelvin, which is a k in lower case.
  for (const upn of [undefined, null, "", 7, ["ann"], {}, "ann smith", "x".repeat(256), "\u212Aim@shop.example"])
    expect(() => identityOf(token, { upn }, "upn")).toThrow("does not say who you are");
});
