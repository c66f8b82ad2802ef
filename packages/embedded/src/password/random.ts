import { randomBytes } from "node:crypto";

const passwordBytes = 24;

/** A random password of characters that need no escapes in URLs, SQL and configuration files. */
export function randomPassword(): string {
  return randomBytes(passwordBytes).toString("base64url");
}
