import { randomBytes, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { estimateTokenBits, tokenBitsMin } from "./token.ts";

test.each([
  "",
  "a",
  "a".repeat(255),
  "0123456789abcdef",
  "0123456789abcdef0123456789abcdef",
  "abcdefghijklmnopqrstuvwxyz0123456789",
  "qwertyuiopasdfghjklzxcvbnm1234567890",
  "0123456789-of-operators",
  "passwordpasswordpasswordpassword",
  "correct-horse-battery-staple",
  "MySecretOperatorToken123!",
  "changeme-changeme-changeme",
  "x7".repeat(40),
])("%s is too easily guessed", (token) => {
  expect(estimateTokenBits(token)).toBeLessThan(tokenBitsMin);
});

test("random tokens are hard enough: of 128 bits in hex or as a UUID, of 256 bits in base64", () => {
  for (let count = 0; count < 2_000; count += 1)
    for (const token of [randomBytes(16).toString("hex"), randomUUID(), randomBytes(32).toString("base64")])
      expect(estimateTokenBits(token), token).toBeGreaterThanOrEqual(tokenBitsMin);
});
