import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { ConsoleContext } from "../context.ts";
import { SuspectError } from "../page/page.error.ts";

const tokenBytes = 32;
const tokenForm = /^[\w-]{43}$/;

/** 256 random bits. */
export const makeToken = () => randomBytes(tokenBytes).toString("base64url");

/**
 * The one cookie of the console. It holds a random token; the database knows whether the token is that of a session. A
 * browser gets one with the log-in page too, because forms are bound to it.
 */
export interface TokenCookie {
  read(c: ConsoleContext): string | undefined;
  write(c: ConsoleContext, token: string): void;
  clear(c: ConsoleContext): void;
}

/** @param isSecure whether browsers reach the console by TLS. Then no other site can set the cookie or read it in clear. */
export function createTokenCookie(isSecure: boolean): TokenCookie {
  const name = isSecure ? "__Host-rewards-console" : "rewards-console";
  const options = { path: "/", httpOnly: true, sameSite: "Lax", secure: isSecure } as const;
  return {
    read(c) {
      const token = getCookie(c, name);
      return token !== undefined && tokenForm.test(token) ? token : undefined;
    },
    write: (c, token) => setCookie(c, name, token, options),
    clear: (c) => void deleteCookie(c, name, options),
  };
}

export const formTokenField = "form_token";

/** Binds a form to the browser that it was made for. The token cannot be computed from it. */
export const formTokenOf = (token: string): string => createHmac("sha256", token).update("form").digest("base64url");

/** Names a session in its pages. The token cannot be computed from it. */
export const sessionMarkOf = (token: string): string =>
  createHmac("sha256", token).update("session").digest("base64url").slice(0, 16);

/** @throws PageError 403 if the form was made for another token, or without one. */
export function checkFormToken(token: string | undefined, form: URLSearchParams): asserts token is string {
  const given = Buffer.from(form.get(formTokenField) ?? "");
  const expected = Buffer.from(token === undefined ? "" : formTokenOf(token));
  if (expected.length > 0 && given.length === expected.length && timingSafeEqual(given, expected)) return;
  throw new SuspectError(
    "form",
    403,
    "This form is not valid any more.",
    "Open the page again and repeat what you did. The browser must accept cookies of the console.",
  );
}

const lengthMax = 1_000;

/** A sentence for the page after a redirect. It is signed, so that a forged link cannot show a sentence. */
export function signNotice(token: string, text: string): string {
  return `${Buffer.from(text).toString("base64url")}.${sign(token, text)}`;
}

/** The sentence; undefined if it was made for another token. */
export function readNotice(token: string | undefined, notice: string | undefined): string | undefined {
  if (token === undefined || notice === undefined || notice.length > lengthMax) return undefined;
  const [encoded = "", signature = ""] = notice.split(".");
  const text = Buffer.from(encoded, "base64url").toString();
  const [given, expected] = [Buffer.from(signature), Buffer.from(sign(token, text))];
  return given.length === expected.length && timingSafeEqual(given, expected) ? text : undefined;
}

const sign = (token: string, text: string) => createHmac("sha256", token).update(`notice ${text}`).digest("base64url");
