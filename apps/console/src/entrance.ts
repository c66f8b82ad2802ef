import { createGate, createHostNames, forwardedAddress, type Gate } from "@rewards/runtime";
import type { ConsoleContext } from "./context.ts";
import { PageError, SuspectError } from "./page/page.error.ts";

export interface EntranceOptions {
  /** The name or address that the server listens on. */
  readonly host: string;
  /** Where browsers reach the console, as an origin; undefined without a proxy. */
  readonly publicUrl: string | undefined;
  /** How many proxies in front add the caller's address to X-Forwarded-For. */
  readonly proxies: number;
}

/** Checks that run before any page: the name by which a request came, and the page that sent a form. */
interface Entrance {
  /** @throws PageError 421 or 400 for a Host that is not the console's. */
  checkHost(c: ConsoleContext): void;
  /** @throws PageError 403 for a request of a page of another origin, unless a user follows its link. */
  checkOrigin(c: ConsoleContext): void;
  addressOf(c: ConsoleContext): string;
}

export function createEntrance({ host, publicUrl, proxies }: EntranceOptions): Entrance {
  const publicHost = publicUrl === undefined ? undefined : new URL(publicUrl).hostname;
  // With TLS in front, a page in clear at the same name is another site: anybody on the way could have written it.
  const scheme = publicUrl === undefined ? "http:" : new URL(publicUrl).protocol;
  const judge = createHostNames({ host, hosts: publicHost === undefined ? undefined : [publicHost] });
  return {
    checkHost(c) {
      const verdict = judge(c.req.header("host") ?? "");
      if (verdict === "malformed")
        throw new SuspectError("host", 400, "The Host header is malformed.", "Check the address.");
      if (verdict === "unknown")
        throw new SuspectError(
          "host",
          421,
          "The console does not know this name.",
          "Open it by the address that it printed, or set CONSOLE_URL to the one in the browser.",
        );
    },
    checkOrigin(c) {
      const origin = c.req.header("origin");
      const site = c.req.header("sec-fetch-site");
      const isOwn = origin === undefined || origin === publicUrl || origin === `${scheme}//${c.req.header("host")}`;
      const isForm = c.req.method === "POST";
      if (isOwn && (site === undefined || site === "same-origin" || (site === "none" && !isForm))) return;
      // The browser shows the page to the user, and the site with the link cannot read it.
      if (!isForm && c.req.header("sec-fetch-mode") === "navigate") return;
      const what = isForm ? "sent this form" : "asked for this page";
      throw new SuspectError("site", 403, `Another site ${what}.`, "Open the console itself and try again.");
    },
    addressOf(c) {
      const direct = c.env.incoming.socket.remoteAddress ?? "";
      return forwardedAddress(c.req.header("x-forwarded-for"), proxies) ?? direct;
    },
  };
}

/** Forms of the console have short fields, and a rule may list a thousand products. */
const formBytesMax = 32_768;
const type = "application/x-www-form-urlencoded";

/**
 * Reads a form.
 * @throws PageError 415 or 413, or 400 if the connection ends before the form does.
 */
export async function readForm(c: ConsoleContext): Promise<URLSearchParams> {
  const [given = ""] = (c.req.header("content-type") ?? "").split(";");
  if (given.trim().toLowerCase() !== type)
    throw new SuspectError("body", 415, "The request is not a form.", `Send it as ${type}.`, { "accept-post": type });
  const bytes = await readBytes(c.req.raw.body ?? []).catch(() => {
    throw new PageError(400, "The form ended early.", "Send it again.");
  });
  if (bytes === undefined)
    throw new SuspectError("body", 413, "The form is too large.", `Send at most ${formBytesMax} bytes.`, {
      connection: "close",
    });
  return new URLSearchParams(bytes.toString("utf8"));
}

/** Undefined if there are too many. */
async function readBytes(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > formBytesMax) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Pages in progress; above this, 503. */
const requestsInsideMax = 30;

/** The gate that every page passes. */
export const createPageGate = (): Gate =>
  createGate(
    requestsInsideMax,
    () => new PageError(503, "The console is busy.", "Wait some seconds and try again.", { "retry-after": "5" }),
  );

/** Where an attempt to log in comes from. */
export interface Origin {
  readonly address: string;
  readonly requestId: string;
}

export const originOf = (c: ConsoleContext): Origin => ({ address: c.var.address, requestId: c.var.requestId });

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join("; ");

/** The headers of every response. Their policy allows only scripts and styles that are files of this origin. */
const headers = {
  "content-security-policy": contentSecurityPolicy,
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  // With no-referrer, browsers would send forms of the console itself with the Origin "null".
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
  "cache-control": "no-store",
} as const;

const transportSecurity = "max-age=31536000";

export function setHeaders(c: ConsoleContext, isSecure: boolean): void {
  for (const [name, value] of Object.entries(headers)) c.header(name, value);
  c.header("x-request-id", c.var.requestId);
  if (isSecure) c.header("strict-transport-security", transportSecurity);
}
