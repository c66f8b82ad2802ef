import { createHmac, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** An issuer of tokens outside the service, with a real server for its keys. Signs by hand, not by the service's library. */
export interface Issuer {
  readonly url: string;
  /** How often its keys were fetched. */
  readonly fetches: () => number;
  readonly publicPem: string;
  sign(claims: object, header?: object, key?: KeyObject): string;
  close(): void;
}

/** @param more further keys that it publishes. */
export async function startIssuer(more: readonly object[] = []): Promise<Issuer> {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const weak = { kty: "RSA", n: "AQAB", e: "AQAB", kid: "weak" };
  const keys = JSON.stringify({
    keys: [{ ...publicKey.export({ format: "jwk" }), kid: "one", use: "sig" }, weak, ...more],
  });
  let fetched = 0;
  const server = createServer((_, answer) => {
    fetched += 1;
    answer.end(keys);
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks`,
    fetches: () => fetched,
    publicPem: publicKey.export({ format: "pem", type: "spki" }).toString(),
    sign(claims, header = {}, key = privateKey) {
      const text = `${encode({ alg: "RS256", kid: "one", ...header })}.${encode(claims)}`;
      return `${text}.${sign("sha256", Buffer.from(text), key).toString("base64url")}`;
    },
    close: () => void server.close(),
  };
}

/** A token without a signature, as `alg: none` has it. */
export const unsigned = (claims: object) => `${encode({ alg: "none", kid: "one" })}.${encode(claims)}.`;

/** A token whose signature uses a text that is public as a shared secret. */
export function signedWithText(claims: object, text: string): string {
  const signed = `${encode({ alg: "HS256", kid: "one" })}.${encode(claims)}`;
  return `${signed}.${createHmac("sha256", text).update(signed).digest("base64url")}`;
}
