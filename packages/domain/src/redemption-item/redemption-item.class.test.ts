import { describe, expect, test } from "vitest";
import type { ActionDefinition } from "../action.ts";
import { lapseOf, statusAt } from "../object.ts";
import { surrogateOf } from "../person.ts";
import { lockVoucher, redemptionItem, unlockVoucher, useVoucher } from "./redemption-item.class.ts";

const [available, locked, expired] = ["Open-Available With Expiry", "Open-Active", "Resolved-Expired"];
const instant = new Date("2024-01-01T00:00:00.000Z");
const at = (offsetMs: number) => instant.getTime() + offsetMs;
const around = (item: Readonly<Record<string, unknown>>) =>
  [-1, 0, 1].map((offset) => statusAt(redemptionItem, item, at(offset)));

describe("the status that a voucher counts as having", () => {
  test.each([available, locked])("is expired from the instant of its expiry on, if it is %s", (Status) => {
    expect(around({ Status, ExpirationDateTime: instant })).toEqual([Status, expired, expired]);
  });

  test("is available from the end of its lock on", () => {
    expect(around({ Status: locked, LockedUntilDateTime: instant })).toEqual([locked, available, available]);
    expect(lapseOf(redemptionItem)?.to).toBe(available);
  });

  test("is expired if both have come", () => {
    const item = { Status: locked, LockedUntilDateTime: instant, ExpirationDateTime: instant };
    expect(around(item)).toEqual([locked, expired, expired]);
  });

  test.each([
    ["without an expiry and without an end of its lock", { Status: locked, ExpirationDateTime: null }],
    ["that is not locked any more", { Status: available, LockedUntilDateTime: instant }],
    ["that was used", { Status: "Resolved-Completed", LockedUntilDateTime: instant, ExpirationDateTime: instant }],
  ])("is its own, %s", (_, item) => {
    expect(around(item)).toEqual([item.Status, item.Status, item.Status]);
  });
});

const refuse = (
  { guard }: ActionDefinition,
  item: Readonly<Record<string, unknown>>,
  content: object,
  status = locked,
) => guard?.({ LockedBy: "", ...item }, content as never, status ?? "");

test("Lock, Unlock and Use refuse the voucher of an erased member", () => {
  const item = { MemberExternalID: surrogateOf("M-1", "0".repeat(16)) };
  for (const action of [lockVoucher, unlockVoucher, useVoucher])
    expect([refuse(action, item, {}), refuse(action, {}, {})]).toEqual(["Error_Member_Erased", undefined]);
});

test("only who locked a voucher by name may unlock or use it, while the lock lasts", () => {
  for (const action of [unlockVoucher, useVoucher]) {
    const given = [{}, { LockedBy: "A" }, { LockedBy: "a" }];
    const byOther = "Error_Voucher_LockedByOther";
    expect(given.map((content) => refuse(action, { LockedBy: "A" }, content))).toEqual([byOther, undefined, byOther]);
    expect(given.map((content) => refuse(action, {}, content))).toEqual([undefined, undefined, undefined]);
    expect(refuse(action, { LockedBy: "A" }, {}, available)).toBeUndefined();
  }
});

test("Lock sets who holds it and until when, and unsets both if it names neither", () => {
  const set = (content: object) => {
    const read = lockVoucher.content?.parse(content) as never;
    return { ...lockVoucher.set?.(read), ...lockVoucher.setAt?.(read, at(0)) };
  };
  expect(set({})).toEqual({ LockedBy: "", LockedUntilDateTime: null });
  expect(set({ LockedBy: "TILL-7", LockMinutes: 2 })).toEqual({
    LockedBy: "TILL-7",
    LockedUntilDateTime: "2024-01-01T00:02:00.000Z",
  });
});
