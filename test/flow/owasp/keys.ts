import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";

/** Keys of the attacker. */
export const attackerKeys = generateKeyPairSync("rsa", { modulusLength: 2048 });
export const weakKeys = generateKeyPairSync("rsa", { modulusLength: 1024 });
export const attackerJwk = attackerKeys.publicKey.export({ format: "jwk" });
export const weakJwk = weakKeys.publicKey.export({ format: "jwk" });

export const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Signs by hand, so that a header can hold anything. */
export function signed(header: object, claims: object, key: KeyObject = attackerKeys.privateKey): string {
  const text = `${encode({ alg: "RS256", ...header })}.${encode(claims)}`;
  return `${text}.${sign("sha256", Buffer.from(text), key).toString("base64url")}`;
}
