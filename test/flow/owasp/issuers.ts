import { createServer, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Running, Stack } from "../support/stack.ts";
import { weakJwk } from "./keys.ts";

/** The claims that the configured issuer may sign. */
export const outside = { iss: "https://issuer.example", aud: "rewards" } as const;

/** Keys that no token may be checked with, which the configured issuer publishes next to its own. */
export const brokenKeys = [
  { kty: "RSA", kid: "empty", use: "sig" },
  { ...weakJwk, kid: "weak", use: "sig" },
  { kty: "oct", kid: "secret", k: "AAAA" },
];

/** How an issuer of tokens that somebody broke into, or into whose connection, answers a request for its keys. */
const answers = {
  redirecting: (url) => (_, answer) => void answer.writeHead(302, { location: `${url}/keys` }).end(),
  endless: () => (_, answer) => pour(answer),
  silent: () => () => undefined,
} as const satisfies Record<string, (attackerUrl: string) => RequestListener>;
export type HostileIssuer = keyof typeof answers;

function pour(answer: ServerResponse): void {
  const chunk = " ".repeat(65_536);
  while (!answer.destroyed) if (!answer.write(chunk)) return void answer.once("drain", () => pour(answer));
}

export interface HostileIssuers {
  /** An API whose issuer is this one. */
  readonly apis: Promise<{ readonly [Name in HostileIssuer]: Running }>;
  close(): void;
}

/** Starts an API for each hostile issuer. They log after five seconds what they think of a silent one, so they start early. */
export function startHostileIssuers(
  stack: Pick<Stack, "startApi">,
  attackerUrl: string,
  more: Readonly<Record<string, string>>,
): HostileIssuers {
  const servers = (Object.keys(answers) as HostileIssuer[]).map((name) => {
    const server = createServer(answers[name](attackerUrl));
    return { name, server };
  });
  const starting = servers.map(async ({ name, server }) => {
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    const AUTH_JWKS_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks`;
    const env = { AUTH: "required", AUTH_JWKS_URL, AUTH_ISSUER: outside.iss, AUTH_AUDIENCE: outside.aud, ...more };
    return { [name]: await stack.startApi(env) };
  });
  const apis = Promise.all(starting).then((all) => Object.assign({}, ...all) as { [Name in HostileIssuer]: Running });
  // Whoever awaits it sees the failure.
  apis.catch(() => undefined);
  function close(): void {
    for (const { server } of servers) {
      server.closeAllConnections();
      server.close();
    }
  }
  return { apis, close };
}
