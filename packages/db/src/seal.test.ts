import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { seal, unseal } from "./seal.ts";

const key = randomBytes(32);
const text = '[1,"ada@example.com"]';

test("a token opens with the same key for the same caller, shows nothing of its text, and is the same each time", () => {
  const token = seal(key, "till", text);
  expect(unseal(key, "till", token)).toBe(text);
  expect(Buffer.from(token, "base64url").toString("latin1")).not.toContain("ada");
  expect(seal(key, "till", text)).toBe(token);
  expect(seal(key, "other", text).slice(0, 16)).not.toBe(token.slice(0, 16));
});

test("a token does not open for another caller, with another key, or with any bit changed or byte lost", () => {
  const token = seal(key, "till", text);
  expect(unseal(key, "other", token)).toBeUndefined();
  expect(unseal(randomBytes(32), "till", token)).toBeUndefined();
  const bytes = Buffer.from(token, "base64url");
  for (let index = 0; index < bytes.length; index += 1) {
    const changed = Buffer.from(bytes);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(unseal(key, "till", changed.toString("base64url"))).toBeUndefined();
    expect(unseal(key, "till", bytes.subarray(0, index).toString("base64url"))).toBeUndefined();
  }
});

test("no text is a token, and none makes it throw", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.base64String({ maxLength: 200 })), (token) => {
      expect(unseal(key, "till", token)).toBeUndefined();
    }),
  );
  expect(unseal(key, "till", "x".repeat(200_000))).toBeUndefined();
});
