import { expect, test } from "vitest";
import { eraseContent, surrogateCode, surrogateOf } from "./person.ts";
import { normaliseVoucherCode } from "./redemption-item/voucher.ts";

const salt = "0123456789abcdef";
const surrogate = surrogateOf("M-1", salt);
const line = { Quantity: "1", RewardExternalID: "R", VoucherCode: "AB-1" };

test("a surrogate shows nothing of the key, and differs with the key and with the salt", () => {
  expect(surrogate).toMatch(/^erased-0123456789abcdef-[0-9a-f]{32}$/);
  expect(new Set([surrogate, surrogateOf("M-2", salt), surrogateOf("M-1", "1".repeat(16))]).size).toBe(3);
});

test("a replaced code is its own normal form, and differs with the code and with the person", () => {
  const code = surrogateCode(surrogate, "AB-1");
  expect(normaliseVoucherCode(code)).toBe(code);
  expect(new Set([code, surrogateCode(surrogate, "AB-2"), surrogateCode("other", "AB-1")]).size).toBe(3);
});

test("content with the person's key has the surrogates instead, and an empty code stays empty", () => {
  const content = { ExternalID: "X", MemberExternalID: "M-1", RedemptionItems: [line, { ...line, VoucherCode: "" }] };
  expect(eraseContent(content, surrogate)).toEqual({
    ExternalID: "X",
    MemberExternalID: surrogate,
    RedemptionItems: [
      { ...line, VoucherCode: surrogateCode(surrogate, "AB-1") },
      { ...line, VoucherCode: "" },
    ],
  });
});

test.each([
  ["M-2", surrogate],
  ["M-1", "M-1"],
  ["M-1", undefined],
  ["M-1", surrogateOf("M-1", "salt")],
  [undefined, surrogate],
])("content with the key %j does not belong to %j", (MemberExternalID, other) => {
  expect(eraseContent({ MemberExternalID }, other)).toBeUndefined();
});
