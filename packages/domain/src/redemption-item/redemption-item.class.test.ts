import { expect, test } from "vitest";
import { surrogateOf } from "../person.ts";
import { lockVoucher, refuseExpired, useVoucher } from "./redemption-item.class.ts";

const expiry = new Date("2024-01-01T00:00:00.000Z");
const at = (offsetMs: number) => expiry.getTime() + offsetMs;

test("a voucher is refused from the instant of its expiry on", () => {
  const item = { ExpirationDateTime: expiry };
  expect([-1, 0, 1].map((offset) => refuseExpired(item, at(offset)))).toEqual([
    undefined,
    "Error_Voucher_Expired",
    "Error_Voucher_Expired",
  ]);
});

test("a voucher without an expiry is never refused", () => {
  for (const item of [{ ExpirationDateTime: null }, {}]) expect(refuseExpired(item, at(0))).toBeUndefined();
});

test("Lock and Use both refuse an expired voucher, also of an erased member, and take no content", () => {
  const MemberExternalID = surrogateOf("M-1", "0".repeat(16));
  for (const action of [lockVoucher, useVoucher]) {
    expect(action.guard?.({ ExpirationDateTime: expiry }, at(0))).toBe("Error_Voucher_Expired");
    expect(action.guard?.({ ExpirationDateTime: expiry, MemberExternalID }, at(0))).toBe("Error_Voucher_Expired");
    expect(action.guard?.({ ExpirationDateTime: expiry, MemberExternalID }, at(-1))).toBe("Error_Member_Erased");
    expect(action.content).toBeUndefined();
  }
});
