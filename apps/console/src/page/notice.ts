import { createHmac, timingSafeEqual } from "node:crypto";

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
