import type { ConsoleContext } from "../context.ts";

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
