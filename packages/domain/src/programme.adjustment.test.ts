import { expect, test } from "vitest";
import { consentedReason, consentKey, requestOfKey } from "./programme.adjustment.ts";

const id = "01900000-0000-7000-8000-000000000001";

test("the key of an agreed adjustment names its request, and no other key names one", () => {
  expect(requestOfKey(consentKey(id))).toBe(id);
  for (const key of [id, `consent-${id}x`, `Consent-${id}`, "consent-", `console-${id}`, ""])
    expect(requestOfKey(key)).toBeUndefined();
});

test("the reason of an agreed adjustment ends with who asked", () => {
  expect(consentedReason("Goodwill: late", "ann")).toBe("Goodwill: late (asked by ann)");
});
