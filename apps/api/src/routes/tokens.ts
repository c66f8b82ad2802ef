import { isUtf8 } from "node:buffer";
import { AppError, isGranted, parseRights, type Rights, unknownRights } from "@rewards/domain";
import { respond } from "../answer.ts";
import { readForm } from "../body.ts";
import { type ApiContext, authorOf } from "../call.ts";
import type { ApiDeps, Handler } from "../context.ts";
import type { KnownClient } from "../credentials/clients.ts";

/** Clients have these roots built in. All do the same. */
export const tokenRoots = ["/dx/uas/oauth", "/uas/oauth", "/prweb/PRRestService/oauth2/v1"] as const;

/** Twice the length of the list of all rights. To parse a longer one would cost more than the rest of the call. */
const scopeLengthMax = 2_048;

/** RFC 6749 (section 5.1) asks for it, next to `Cache-Control: no-store`, which every answer has. */
const uncached = { pragma: "no-cache" } as const;

/** POST …/token: an access token for a client's ID and secret (RFC 6749, section 4.4). */
export const issueToken: Handler = async (c, deps) => {
  const { form, client, secret } = await admitClient(c, deps);
  const grant = form.get("grant_type");
  if (grant === undefined) throw malformed("grant_type is missing.");
  if (grant !== "client_credentials") throw new AppError("Error_Grant_Unsupported");
  const scope = scopeOf(client.caller.rights, form);
  const { token, seconds } = await deps.tokens.issue(client, secret, scope, authorOf(c));
  const body = { access_token: token, token_type: "bearer", expires_in: seconds, scope: scope.text };
  return respond(c.env.outgoing, body, 200, uncached);
};

/** POST …/revoke: ends an access token early (RFC 7009). A token that is not valid has ended already. */
export const revokeToken: Handler = async (c, deps) => {
  const { form, client } = await admitClient(c, deps);
  const token = form.get("token");
  if (token === undefined) throw malformed("token is missing.");
  await deps.write(c, () => deps.tokens.revoke(client, token, authorOf(c)));
  return respond(c.env.outgoing, {}, 200, uncached);
};

/**
 * The client whose secret a call has, and its form. From here on it is a call of that client: it counts against its
 * limits.
 */
async function admitClient(c: ApiContext, deps: ApiDeps): Promise<{ form: Form; client: KnownClient; secret: string }> {
  const form = await readTokenForm(c);
  const { id, secret } = credentialsOf(c, form);
  const client = await deps.identify(c, id, secret);
  c.env.caller = client.caller;
  deps.admitCall?.(c);
  return { form, client, secret };
}

/**
 * The rights that were asked for; by default all rights of the client.
 * @throws AppError 400 if one is unknown, or not the client's, or the list is too long.
 */
function scopeOf(rights: Rights, form: Form): Rights {
  const asked = form.get("scope");
  if (asked !== undefined && asked.length > scopeLengthMax) throw new AppError("Error_Scope_Invalid");
  if (asked !== undefined && unknownRights(asked).length > 0) throw new AppError("Error_Scope_Invalid");
  const scope = asked === undefined ? rights : parseRights(asked);
  if ([...scope.granted].some((right) => !isGranted(rights, right))) throw new AppError("Error_Scope_Invalid");
  // The list may repeat names. It must fit in a header.
  const names = [...scope.granted].join(" ");
  return { ...scope, text: names.length < scope.text.length ? names : scope.text };
}

/** A token to revoke may be as long as the headers of a call. */
const formBytesMax = 16_384;
const formType = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;
const basic = /^Basic +([A-Za-z0-9+/=_-]+) *$/i;

type Form = ReadonlyMap<string, string>;

/** A request's form. Parameters without a value count as left out, as RFC 6749 (section 3.2) says. */
async function readTokenForm({ env: { incoming } }: ApiContext): Promise<Form> {
  if (!formType.test(incoming.headers["content-type"] ?? ""))
    throw malformed("The content type must be application/x-www-form-urlencoded.");
  const bytes = await readForm(incoming, formBytesMax);
  if (!isUtf8(bytes)) throw malformed("The form must be in UTF-8.");
  const form = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(bytes.toString("utf8"))) {
    if (form.has(name)) throw malformed("A parameter is given twice.");
    form.set(name, value);
  }
  for (const [name, value] of form) if (value === "") form.delete(name);
  return form;
}

/** The client's ID and secret, from the header or from the form. @throws AppError 401 without them, 400 if both have one. */
function credentialsOf(c: ApiContext, form: Form): { readonly id: string; readonly secret: string } {
  const { authorization } = c.env.incoming.headers;
  const [id, secret] = [form.get("client_id"), form.get("client_secret")];
  if (authorization === undefined) {
    if (id === undefined || secret === undefined) throw new AppError("Error_Client_Invalid");
    return { id, secret };
  }
  if (secret !== undefined) throw malformed("The client's secret is in the header Authorization and in the form.");
  const given = readBasic(authorization);
  if (id !== undefined && id !== given.id)
    throw malformed("The header Authorization names another client than the form.");
  return given;
}

/** RFC 6749 (section 2.3.1): both parts are encoded like values of a form. */
function readBasic(header: string): { readonly id: string; readonly secret: string } {
  const [, encoded = ""] = basic.exec(header) ?? [];
  const [id = "", ...rest] = Buffer.from(encoded, "base64").toString("utf8").split(":");
  if (rest.length === 0) throw new AppError("Error_Client_Invalid");
  return { id: formDecoded(id), secret: formDecoded(rest.join(":")) };
}

/** The text itself if it is not encoded. */
function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

function malformed(text: string): AppError {
  const code = "Error_TokenRequest_Malformed";
  return new AppError(code, [{ code, text }]);
}
