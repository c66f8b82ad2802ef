import { isUtf8 } from "node:buffer";
import { AppError } from "@rewards/domain";
import { readForm } from "../body.ts";
import type { ApiContext } from "../context.ts";

/** A token to revoke may be as long as the headers of a call. */
const formBytesMax = 16_384;
const formType = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;
const basic = /^Basic +([A-Za-z0-9+/=_-]+) *$/i;

export type Form = ReadonlyMap<string, string>;

/** A request's form. Parameters without a value count as left out, as RFC 6749 (section 3.2) says. */
export async function readTokenForm({ env: { incoming } }: ApiContext): Promise<Form> {
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
export function credentialsOf(c: ApiContext, form: Form): { readonly id: string; readonly secret: string } {
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

export function malformed(text: string): AppError {
  const code = "Error_TokenRequest_Malformed";
  return new AppError(code, [{ code, text }]);
}
