import { expect, vi } from "vitest";
import type { Client } from "./client.ts";

export const allTime = { FromDateTime: "2000-01-01T00:00:00Z", ToDateTime: "2100-01-01T00:00:00Z" };

let counter = 0;
/** A business key that no other test of the file uses. */
export const freshKey = (prefix: string) => `${prefix}-${++counter}`;

export const memberContent = (key: string) => ({
  ExternalID: key,
  FullName: "Ann Example",
  ProgramBusinessID: "REWARDS",
});
export const rewardContent = (key: string, more: object = {}) => ({
  ExternalID: key,
  Name: "Mug",
  RewardCost: "10",
  DaysAvailable: "30",
  ...more,
});

/** A sale with one line. */
export function saleContent(keys: { member: string; store: string; product: string }, more: object = {}) {
  return {
    ExternalID: freshKey("sale"),
    MemberExternalID: keys.member,
    StoreCode: keys.store,
    SaleDateTime: "2026-01-01T10:00:00Z",
    SaleItems: [{ ProductCode: keys.product, Quantity: 1, TotalAmount: 100 }],
    ...more,
  };
}

export function redemptionContent(member: string, reward: string, more: object = {}) {
  return {
    ExternalID: freshKey("redemption"),
    MemberExternalID: member,
    RedemptionItems: [{ Quantity: "1", RewardExternalID: reward, VoucherCode: "", ...more }],
  };
}

/** Registers a store, a product, a member and a reward, and returns their keys and IDs. */
export async function registerBasics(client: Client) {
  const keys = {
    store: freshKey("store"),
    product: freshKey("product"),
    member: freshKey("member"),
    reward: freshKey("reward"),
  };
  const [storeId, productId, memberId, rewardId] = await Promise.all([
    client.created("Store", { StoreCode: keys.store, Name: "Main" }),
    client.created("Product", { ProductCode: keys.product, Name: "Coffee" }),
    client.created("Member", memberContent(keys.member)),
    client.created("Reward", rewardContent(keys.reward)),
  ]);
  return { ...keys, storeId, productId, memberId, rewardId };
}

const settledMsMax = 120_000;

/** Waits for this status and returns the record. */
// biome-ignore lint/suspicious/noExplicitAny: records of every class.
export async function awaitStatus(client: Client, id: string, status: string): Promise<any> {
  // Not expect.poll, which hooks cannot call.
  return vi.waitFor(
    async () => {
      const { objectInfo } = (await client.read(id)).body.data;
      expect(objectInfo.status).toBe(status);
      return objectInfo.content;
    },
    { timeout: settledMsMax },
  );
}

export const addStock = (client: Client, id: string, quantity: number) =>
  client.act(id, "AddRewardStock", { content: { RewardQuantity: quantity } });
export const addBalance = (client: Client, id: string, amount: number) =>
  client.act(id, "AddBalance", { content: { AdjustBalances: { Amount: amount, Name: "Points" } } });

export const entriesOf = (client: Client, member: string) =>
  client.records("LedgerEntriesBetweenDates", { MemberExternalID: member, ...allTime });

export async function balanceOf(client: Client, member: string): Promise<number> {
  const { data } = await client.api.views.memberBalances({ MemberExternalID: member });
  return data[0]?.Balance as number;
}

/** Redeems, and returns the voucher's item once it is minted. */
// biome-ignore lint/suspicious/noExplicitAny: records of every class.
export async function redeemed(client: Client, content: ReturnType<typeof redemptionContent>): Promise<any> {
  const id = await client.created("Redemption", content);
  await awaitStatus(client, id, "Resolved-Completed");
  const { MemberExternalID } = content;
  const { data } = await client.api.views.redemptionItemsByMember({ MemberExternalID });
  return data.find((item) => item.Redemption.ID === id);
}
