import { hasValidCheckSymbol } from "@rewards/domain";
import { expect, test } from "vitest";
import { addBalance, redeemed, redemptionContent, registerBasics } from "./support/fixtures.ts";
import { expectBooksInOrder, useBasics, useSharedStack } from "./support/stack.ts";

const stack = useSharedStack();
const basics = useBasics(stack, { points: 1_000, stock: 100 });

const find = (code: string) => stack.client.records("RedemptionItemsByVoucherCode", { "Voucher Code": code });

test("a voucher is found by its code in any spelling, and shown in the original one", async () => {
  const item = await redeemed(
    stack.client,
    redemptionContent(basics.member, basics.reward, { VoucherCode: "Oil-1x ab" }),
  );
  expect(item.VoucherCode).toBe("Oil-1x ab");
  for (const typed of ["Oil-1x ab", "OIL1XAB", "oil 1x-ab", "0111XAB", "o-i-l-1-x-a-b"])
    expect(await find(typed), typed).toMatchObject([{ ID: item.ID, VoucherCode: "Oil-1x ab" }]);
  expect(await find("011XAB")).toEqual([]);
});

test("without a code from the client one is minted: 14 letters and digits in groups, the last a check, never twice", async () => {
  const codes = new Set<string>();
  for (let count = 0; count < 5; count += 1) {
    const { VoucherCode, ID } = await redeemed(stack.client, redemptionContent(basics.member, basics.reward));
    expect(VoucherCode).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(hasValidCheckSymbol(VoucherCode)).toBe(true);
    expect(await find(VoucherCode.toLowerCase().replaceAll("-", " "))).toMatchObject([{ ID }]);
    codes.add(VoucherCode);
  }
  expect(codes.size).toBe(5);
});

test.each([
  ["7Z8V1-03KQ2-RGE*", "7z8vl o3kq2 rge*"],
  ["B1XW5-Q70CN-9TM~", "BlXW5Q7OCN9TM~"],
  ["0MYH4-6DJS1-P2F$", "omyh4-6djsi-p2f$"],
  ["K93AE-1R0WT-5VB=", "k93ae lrowt 5vb="],
  ["G4T07-XC1N8-HQSU", "g4to7xcin8hqsu"],
])("a code minted earlier, %s, is found as it is typed, locked and used", async (code, typed) => {
  const { ID } = await redeemed(stack.client, redemptionContent(basics.member, basics.reward));
  const row = { voucher_code: code, voucher_key: code.replaceAll("-", "") };
  await stack.database.sql`update redemption_item set ${stack.database.sql(row)} where id = ${ID.slice(5)}::uuid`;
  for (const way of [code, typed]) expect(await find(way)).toMatchObject([{ ID, VoucherCode: code }]);
  for (const action of ["Lock", "Use"])
    expect(await stack.client.act(ID, action)).toMatchObject({ status: 200, body: { data: { objectInfo: { ID } } } });
});

test("the parameter's name has a space: VoucherCode is refused", async () => {
  const { status, body } = await stack.client.view("RedemptionItemsByVoucherCode", { VoucherCode: "A" });
  expect(status).toBe(400);
  expect(body.errorDetails).toMatchObject([
    { message: "Error_Parameter_Required", erroneousInputOutputIdentifier: ".Voucher Code" },
  ]);
});

test("a member's vouchers are listed in the order of minting, one per line", async () => {
  const { client } = stack;
  const { member, memberId } = await registerBasics(client);
  await addBalance(client, memberId, 100);
  const line = (VoucherCode: string, Quantity: string) => ({ Quantity, RewardExternalID: basics.reward, VoucherCode });
  await redeemed(client, {
    ...redemptionContent(member, basics.reward),
    RedemptionItems: [line("L-1", "1"), line("L-2", "3")],
  });
  await redeemed(client, redemptionContent(member, basics.reward, { VoucherCode: "L-3" }));
  const items = await client.records("RedemptionItemsByMember", { MemberExternalID: member });
  expect(items.map((item) => [item.VoucherCode, item.Quantity]).toSorted()).toEqual([
    ["L-1", 1],
    ["L-2", 3],
    ["L-3", 1],
  ]);
  expect(items.at(-1).VoucherCode).toBe("L-3");
  const times = items.map((item) => item.CreateDateTime);
  expect(times).toEqual(times.toSorted());
  await expectBooksInOrder(stack);
});
