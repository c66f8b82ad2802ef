import { hasValidCheckSymbol } from "@rewards/domain";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addBalance, addStock, redeemed, redemptionContent, registerBasics } from "./support/fixtures.ts";
import { expectBooksInOrder, type Stack, startStack } from "./support/stack.ts";

let stack: Stack;
let basics: Awaited<ReturnType<typeof registerBasics>>;
beforeAll(async () => {
  stack = await startStack();
  basics = await registerBasics(stack.client);
  await addBalance(stack.client, basics.memberId, 1_000);
  await addStock(stack.client, basics.rewardId, 100);
});
afterAll(() => stack.stop());

const find = (code: string) => stack.client.records("RedemptionItemsByVoucherCode", { "Voucher Code": code });

test("a voucher is found by its code however it was typed, and shown as it was given", async () => {
  const item = await redeemed(
    stack.client,
    redemptionContent(basics.member, basics.reward, { VoucherCode: "Oil-1x ab" }),
  );
  expect(item.VoucherCode).toBe("Oil-1x ab");
  for (const typed of ["Oil-1x ab", "OIL1XAB", "oil 1x-ab", "0111XAB", "o-i-l-1-x-a-b"])
    expect(await find(typed), typed).toMatchObject([{ ID: item.ID, VoucherCode: "Oil-1x ab" }]);
  expect(await find("011XAB")).toEqual([]);
});

test("a code that the client leaves out is minted: 13 symbols and a check symbol, grouped, never twice", async () => {
  const codes = new Set<string>();
  for (let count = 0; count < 5; count += 1) {
    const { VoucherCode, ID } = await redeemed(stack.client, redemptionContent(basics.member, basics.reward));
    expect(VoucherCode).toMatch(
      /^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{3}[0-9A-HJKMNP-TV-Z*~$=U]$/,
    );
    expect(hasValidCheckSymbol(VoucherCode)).toBe(true);
    expect(await find(VoucherCode.toLowerCase().replaceAll("-", " "))).toMatchObject([{ ID }]);
    codes.add(VoucherCode);
  }
  expect(codes.size).toBe(5);
});

test("the parameter's name has a space: VoucherCode is not it", async () => {
  const { status, body } = await stack.client.view("RedemptionItemsByVoucherCode", { VoucherCode: "A" });
  expect(status).toBe(400);
  expect(body.errorDetails).toMatchObject([
    { message: "Error_Parameter_Required", erroneousInputOutputIdentifier: ".Voucher Code" },
  ]);
});

test("a member's vouchers are listed in the order of minting, one a line", async () => {
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
