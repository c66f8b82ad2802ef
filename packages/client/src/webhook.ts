import type { components } from "./generated/schema.ts";

/** The headers of a request: those of Node's `request.headers`, or of a `Request`. */
export type WebhookHeaders = Pick<Headers, "get"> | { readonly [name: string]: string | readonly string[] | undefined };

/** An event as a webhook posts it. */
export interface WebhookEvent {
  /** The same at every attempt: skip the IDs that you have. */
  readonly id: string;
  readonly type: components["schemas"]["EventRow"]["Type"];
  /** When it happened. */
  readonly timestamp: string;
  readonly data: NonNullable<components["schemas"]["EventRow"]["Data"]>;
}

/** A message is not from the service, was changed, or is too old. Answer 400 or 401. */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError";
}

const secondsMax = 300;
const encoder = new TextEncoder();

/**
 * Verifies what a webhook posts, as Standard Webhooks says, and returns the event.
 * @param body as it arrived: parsed and written again, it has another signature.
 * @param secrets `whsec_…`: while one replaces another, both.
 * @throws WebhookVerificationError if no secret made one of the signatures, or if the attempt was made more than five
 * minutes before or after now.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
): Promise<WebhookEvent> {
  const [id, at, signatures] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => {
    const value = isHeaders(headers) ? headers.get(name) : headers[name];
    if (typeof value !== "string" || value === "") throw new WebhookVerificationError(`The header ${name} is missing.`);
    return value;
  }) as [string, string, string];
  if (!/^\d{1,12}$/.test(at) || Math.abs(Date.now() / 1_000 - Number(at)) > secondsMax)
    throw new WebhookVerificationError("The attempt was made more than five minutes before or after now.");
  const bytes = typeof body === "string" ? encoder.encode(body) : body;
  const signed = concat(encoder.encode(`${id}.${at}.`), bytes);
  for (const secret of [secrets].flat()) {
    const wanted = encoder.encode(`v1,${await sign(secret, signed)}`);
    if (signatures.split(" ").some((one) => isEqual(encoder.encode(one), wanted)))
      return { id, ...JSON.parse(new TextDecoder().decode(bytes)) };
  }
  throw new WebhookVerificationError("No signature is of a known secret.");
}

const isHeaders = (headers: WebhookHeaders): headers is Pick<Headers, "get"> => typeof headers["get"] === "function";

async function sign(secret: string, signed: Uint8Array<ArrayBuffer>): Promise<string> {
  const raw = Uint8Array.from(atob(secret.replace(/^whsec_/, "")), (one) => one.charCodeAt(0));
  const key = await crypto.subtle.importKey("raw", raw, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.sign("HMAC", key, signed))));
}

function concat(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

/** Takes the same time wherever they differ. */
function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  let difference = one.length ^ other.length;
  for (const [index, byte] of other.entries()) difference |= byte ^ (one[index] ?? 0);
  return difference === 0;
}
