import { expect, test } from "vitest";
import {
  addBalance,
  addStock,
  awaitStatus,
  balanceOf,
  freshKey,
  redeemed,
  redemptionContent,
  registerBasics,
  rewardContent,
} from "./support/fixtures.ts";
import { expectBooksInOrder, useBasics, useSharedStack } from "./support/stack.ts";

const stack = useSharedStack();
const basics = useBasics(stack, { points: 100, stock: 5 });

interface Line {
  RewardExternalID: string;
  Quantity?: string;
  VoucherCode?: string;
}

async function redeem(lines: Line[], member = basics.member) {
  const RedemptionItems = lines.map((line) => ({ Quantity: "1", VoucherCode: "", ...line }));
  return stack.client.created("Redemption", { MemberExternalID: member, RedemptionItems });
}

/** The current balance, stock and vouchers. */
async function standing() {
  const [reward] = await stack.client.records("GetRewardByBusinessKeys", { ExternalID: basics.reward });
  const items = await stack.client.records("RedemptionItemsByMember", { MemberExternalID: basics.member });
  return {
    balance: await balanceOf(stack.client, basics.member),
    available: reward.QuantityAvailable,
    items: items.length,
  };
}

async function expectRejected(lines: Line[], code: string, member?: string): Promise<void> {
  const before = await standing();
  const { ConfirmationNote } = await awaitStatus(stack.client, await redeem(lines, member), "Resolved-Rejected");
  expect(ConfirmationNote.split(":")[0]).toBe(code);
  expect(await standing()).toEqual(before);
  await expectBooksInOrder(stack);
}

/** A line that could be fulfilled: a rejected redemption takes nothing for it either. */
const good = (): Line => ({ RewardExternalID: basics.reward });

async function otherReward(more: object, stock = 10): Promise<{ key: string; id: string }> {
  const key = freshKey("reward");
  const id = await stack.client.created("Reward", rewardContent(key, more));
  if (stock > 0) await addStock(stack.client, id, stock);
  return { key, id };
}

test("an unregistered member: the redemption does not wait", () =>
  expectRejected([good()], "Error_Member_Unknown", "nobody"));

test("an unknown reward", () => expectRejected([good(), { RewardExternalID: "none" }], "Error_Reward_Unknown"));

test("a deleted reward", async () => {
  const { key, id } = await otherReward({});
  await stack.client.act(id, "DeleteObject");
  await expectRejected([good(), { RewardExternalID: key }], "Error_Reward_Unknown");
});

test("a reward past its expiration", async () => {
  const { key } = await otherReward({ RewardExpiration: "2020-01-01T00:00:00Z" });
  await expectRejected([good(), { RewardExternalID: key }], "Error_Reward_Expired");
});

test("a balance below the cost of all lines together", async () => {
  const { key } = await otherReward({ RewardCost: "90.0001" });
  await expectRejected([good(), { RewardExternalID: key }], "Error_Balance_Insufficient");
});

test("a stock below the quantities of all lines together", () =>
  expectRejected(
    [
      { ...good(), Quantity: "3" },
      { ...good(), Quantity: "3" },
    ],
    "Error_Stock_Insufficient",
  ));

test("a reward that never had stock", async () => {
  const { key } = await otherReward({}, 0);
  await expectRejected([good(), { RewardExternalID: key }], "Error_Stock_Insufficient");
});

test("a taken voucher code in any spelling", async () => {
  await redeemed(stack.client, redemptionContent(basics.member, basics.reward, { VoucherCode: "AB-1o" }));
  await expectRejected([good(), { ...good(), VoucherCode: "abL0" }], "Error_Voucher_Taken");
});

test("one voucher code on two lines", () =>
  expectRejected(
    [
      { ...good(), VoucherCode: "TWICE" },
      { ...good(), VoucherCode: "tw-ice" },
    ],
    "Error_Voucher_Taken",
  ));

test("a free, uncounted reward needs neither stock nor balance, and never expires", async () => {
  const { key } = await otherReward({ RewardType: "digital", RewardCost: "", DaysAvailable: "" }, 0);
  const { member } = await registerBasics(stack.client);
  const item = await redeemed(stack.client, redemptionContent(member, key));
  expect(item).toMatchObject({ Status: "Open-Available With Expiry", ExpirationDateTime: null });
});

test("the vouchers of a deleted reward stay valid", async () => {
  const { key, id } = await otherReward({ RewardCost: "" });
  const item = await redeemed(stack.client, redemptionContent(basics.member, key));
  await stack.client.act(id, "DeleteObject");
  expect(await stack.client.act(item.ID, "Lock")).toMatchObject({ status: 200 });
  expect(await stack.client.act(item.ID, "Use")).toMatchObject({ status: 200 });
});

test("of concurrent redemptions with balance for only one, one is fulfilled", async () => {
  const { key } = await otherReward({ RewardCost: "60" }, 100);
  const { member, memberId } = await registerBasics(stack.client);
  await addBalance(stack.client, memberId, 100);
  const ids = await Promise.all(Array.from({ length: 30 }, () => redeem([{ RewardExternalID: key }], member)));
  const statuses = () => Promise.all(ids.map(async (id) => (await stack.client.read(id)).body.data.objectInfo.status));
  await expect.poll(statuses).not.toContain("Open-Ready To Process");
  expect((await statuses()).filter((status) => status === "Resolved-Completed")).toHaveLength(1);
  expect(await balanceOf(stack.client, member)).toBe(40);
  await expectBooksInOrder(stack);
});
