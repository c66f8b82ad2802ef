import type { ProviderIdentity } from "@rewards/access";
import { providerLoginOf } from "@rewards/domain";
import type { IDToken } from "openid-client";
import { ProviderRefusal } from "./provider.refusal.ts";

/** Claims about a user, from the ID token or the userinfo endpoint. */
type Claims = Readonly<Record<string, unknown>>;

/**
 * The person that the provider authenticated. An e-mail address counts only if the provider has verified it: at many
 * providers, users may write any address into their profile.
 * @param claim the claim that names a user.
 * @throws ProviderRefusal `claim`.
 */
export function identityOf({ iss, sub }: IDToken, claims: Claims, claim: string): ProviderIdentity {
  const login = providerLoginOf(claims[claim]);
  if (login === undefined) throw refuse(`the claim ${claim} is missing or has another form`);
  if (claim === "email" && claims.email_verified !== true) throw refuse("the claim email_verified is not true");
  return { issuer: iss, subject: sub, login };
}

const refuse = (why: string) => new ProviderRefusal("claim", { why });

/** Whether the ID token has all claims. Some providers send the others only from the userinfo endpoint. */
export const isSufficient = (claims: Claims, claim: string) =>
  claims[claim] !== undefined && (claim !== "email" || claims.email_verified !== undefined);
