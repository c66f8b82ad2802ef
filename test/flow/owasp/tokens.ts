import { createClient } from "../support/client.ts";
import { signedWithText, unsigned } from "../support/issuer.ts";
import { outside } from "./issuers.ts";
import { attackerKeys, encode, signed } from "./keys.ts";
import type { World } from "./world.ts";

const decode = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString());

const secondsFromNow = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds;
/** Claims that the configured issuer could sign. */
export const validClaims = () => ({ ...outside, sub: "app", scope: "*", exp: secondsFromNow(600) });

/** A token of the service for this client, with all of its rights or these. */
export async function tokenOf(
  { url, credentials }: Pick<World, "url" | "credentials">,
  name: keyof World["credentials"],
  scope?: string,
): Promise<string> {
  const { clientID, clientSecret } = credentials[name];
  const own = { grant_type: "client_credentials", client_id: clientID, client_secret: clientSecret };
  const form = { ...own, ...(scope !== undefined && { scope }) };
  const type = { "content-type": "application/x-www-form-urlencoded" };
  const body = new URLSearchParams(form).toString();
  const answer = await createClient(url).sendRaw("POST", "/uas/oauth/token", body, type);
  return answer.body.access_token;
}

/** Tokens that somebody made without the issuer's key, changed, or got for another purpose. */
export async function wrongTokens(world: World): Promise<Readonly<Record<string, string>>> {
  const { issuer } = world;
  const claims = validClaims();
  const { exp: _, ...endless } = claims;
  const [head = "", body = "", signature = ""] = (await tokenOf(world, "till")).split(".");
  const [ownHeader, ownClaims] = [decode(head), decode(body)];
  return {
    "without a signature": unsigned(claims),
    "signed with the public key as a secret": signedWithText(claims, issuer.publicPem),
    "signed with another key": issuer.sign(claims, {}, attackerKeys.privateKey),
    "for another service": issuer.sign({ ...claims, aud: "another" }),
    "of another issuer": issuer.sign({ ...claims, iss: "https://another.example" }),
    "for a log-in": issuer.sign({ ...claims, nonce: "n" }),
    "for a log-in, by its type": issuer.sign({ ...claims, typ: "ID" }),
    "for a log-in, by its use": issuer.sign({ ...claims, token_use: "id" }),
    "for a log-out": issuer.sign(claims, { typ: "logout+jwt" }),
    expired: issuer.sign({ ...claims, exp: secondsFromNow(-600) }),
    "not valid yet": issuer.sign({ ...claims, nbf: secondsFromNow(600) }),
    "without an end": issuer.sign(endless),
    "of the service, with more rights": `${head}.${encode({ ...ownClaims, scope: "*" })}.${signature}`,
    "of the service, unsigned": `${encode({ ...ownHeader, alg: "none" })}.${body}.`,
    "of the service, for another client": signed(ownHeader, ownClaims),
    "whose key ID is a number": signed({ kid: 5 }, claims),
    "whose key ID is a path": signed({ kid: "../../dev/null" }, claims),
  };
}
