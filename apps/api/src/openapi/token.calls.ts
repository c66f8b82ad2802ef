import { tokenSecondsMax } from "../credentials/token.keys.ts";
import { tokenRoots } from "../routes/tokens.ts";
import type { Call } from "./call.ts";
import { closed, type Schema, schemaRef } from "./json-schema.ts";

const formType = "application/x-www-form-urlencoded";
const text = { type: "string" };
const client = {
  client_id: { ...text, description: "The client's ID, unless the header `Authorization: Basic …` has it." },
  client_secret: { ...text, format: "password", description: "The client's secret, unless the header has it." },
};
const form = (properties: Schema, required: string[]): Schema => ({
  type: "object",
  properties: { ...properties, ...client },
  required,
});

export const tokenSchemas: Readonly<Record<string, Schema>> = {
  TokenRequest: form(
    {
      grant_type: { ...text, const: "client_credentials" },
      scope: {
        ...text,
        description: "The rights that the token shall have, with spaces between them; by default all of the client.",
      },
    },
    ["grant_type"],
  ),
  TokenAnswer: closed({
    access_token: { ...text, description: "Send it as `Authorization: Bearer …`." },
    token_type: { ...text, const: "bearer" },
    expires_in: { type: "integer", minimum: 1, maximum: tokenSecondsMax, description: "In seconds." },
    scope: { ...text, description: "The rights of the token." },
  }),
  RevocationRequest: form({ token: text, token_type_hint: { ...text, description: "Ignored." } }, ["token"]),
  RevocationAnswer: closed({}),
};

const places = ["", "AtUas", "AtPrweb"] as const;
const example = { client_id: "7h2k9m4q0r5t8v1x", client_secret: "the client's secret" };

/** The same calls at each of the roots that clients have built in. */
export const tokenCalls: readonly Call[] = tokenRoots.flatMap((root, index): Call[] => [
  {
    id: `tokens.issue${places[index]}`,
    tag: "Access tokens",
    method: "post",
    path: `${root}/token`,
    summary: "Get an access token",
    description:
      "Answers a token for a client's ID and secret, as RFC 6749 (section 4.4) describes. The answer to an error also " +
      "has the members `error` and `error_description` of that standard.",
    kind: "Token",
    body: {
      schema: schemaRef("TokenRequest"),
      example: { grant_type: "client_credentials", ...example },
      type: formType,
    },
    answer: { status: 200, description: "The token.", schema: schemaRef("TokenAnswer") },
  },
  {
    id: `tokens.revoke${places[index]}`,
    tag: "Access tokens",
    method: "post",
    path: `${root}/revoke`,
    summary: "End an access token",
    description:
      "Ends a token of the client early, as RFC 7009 describes. A token that is not valid has ended already.",
    kind: "Revocation",
    body: { schema: schemaRef("RevocationRequest"), example: { token: "eyJhbGciOi…", ...example }, type: formType },
    answer: { status: 200, description: "The token has ended.", schema: schemaRef("RevocationAnswer") },
  },
]);
