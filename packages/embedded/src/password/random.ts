import { randomBytes } from "node:crypto";

const passwordBytes = 24;

/** A password that nobody guesses, of characters that URLs, SQL and configuration files take as they are. */
export function randomPassword(): string {
  return randomBytes(passwordBytes).toString("base64url");
}
