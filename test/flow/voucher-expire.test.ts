import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "./support/client.ts";
import { expectError } from "./support/errors.ts";
import {
  addBalance,
  addStock,
  balanceOf,
  freshKey,
  redeemed,
  redemptionContent,
  registerBasics,
  rewardContent,
} from "./support/fixtures.ts";
import { backends, expectBooksInOrder, type Stack, startStack, useBasics, useStack } from "./support/stack.ts";

/** The job runs every ten seconds, so both backends wait side by side. */
describe.concurrent.each(backends)("with the queue on %s", (queue) => {
  const stack = useStack({ queue });
  const basics = useBasics(stack, { points: 100 });

  async function expiringItem(more: object) {
    const reward = freshKey("reward");
    await addStock(stack.client, await stack.client.created("Reward", rewardContent(reward, more)), 5);
    return redeemed(stack.client, redemptionContent(basics.member, reward));
  }

  test("the scheduled job expires vouchers past their time, locked ones too; points and stock do not come back", async ({
    expect,
  }) => {
    const { client } = stack;
    const locked = await expiringItem({ DaysAvailable: "30" });
    expect(await client.act(locked.ID, "Lock")).toMatchObject({ status: 200 });
    // Skips its thirty days.
    await stack.database.sql`
      update redemption_item set expiration_date_time = clock_timestamp(),
        create_date_time = create_date_time - (expiration_date_time - clock_timestamp())`;
    await stack.database.sql`update expiring set at = clock_timestamp()`;
    const item = await expiringItem({ DaysAvailable: "0" });
    const balance = await balanceOf(client, basics.member);
    // Whether the job has already run or not.
    for (const action of ["Lock", "Use"]) expectError(await client.act(item.ID, action), 409, "Error_Voucher_Expired");
    // It is shown as expired at once. The worker's move shows in its version.
    const contentOf = async (id: string) => (await client.read(id)).body.data.objectInfo.content;
    expect(await contentOf(item.ID)).toMatchObject({ Status: "Resolved-Expired", CurrentStageID: "Expired" });
    await expect
      .poll(() => contentOf(item.ID))
      .toMatchObject({ Status: "Resolved-Expired", UpdateUserID: "system", "@version": 2 });
    for (const action of ["Lock", "Use"]) {
      expectError(await client.act(item.ID, action), 409, "Error_Voucher_Expired");
      expectError(
        await client.send("GET", `${root}/objects/${item.ID}/actions/${action}`),
        409,
        "Error_Voucher_Expired",
      );
    }
    expect(await balanceOf(client, basics.member)).toBe(balance);
    const { content: reward } = (await client.read(item.Reward.ID)).body.data.objectInfo;
    expect(reward).toMatchObject({ RewardQuantity: 5, QuantityAvailable: 4 });
    await expect.poll(() => contentOf(locked.ID)).toMatchObject({ Status: "Resolved-Expired", "@version": 3 });
    await expectBooksInOrder(stack);
  });
});

describe("without a worker's schedule", () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack({ workers: 0 });
  });
  afterAll(() => stack.stop());

  test("a voucher is shown as expired from the moment of expiry, and Lock and Use are refused", async () => {
    const { client, database } = stack;
    const basics = await registerBasics(client);
    await addBalance(client, basics.memberId, 100);
    await addStock(client, basics.rewardId, 5);
    const worker = await stack.startWorker();
    const item = await redeemed(client, redemptionContent(basics.member, basics.reward));
    const locked = await redeemed(client, redemptionContent(basics.member, basics.reward));
    await worker.stop();
    expect(await client.act(locked.ID, "Lock")).toMatchObject({ status: 200 });
    await database.sql`update redemption_item set expiration_date_time = clock_timestamp()`;
    for (const { ID } of [item, locked])
      for (const action of ["Lock", "Use"]) {
        expectError(await client.act(ID, action), 409, "Error_Voucher_Expired");
        expectError(await client.send("GET", `${root}/objects/${ID}/actions/${action}`), 409, "Error_Voucher_Expired");
      }
    const { body, headers } = await client.read(item.ID);
    expect(body.data.objectInfo).toMatchObject({
      status: "Resolved-Expired",
      availableActions: [],
      content: { Status: "Resolved-Expired", CurrentStageName: "Expired", "@version": 1 },
    });
    expect(headers.get("etag")).toBe('w/"1"');
    const isExpired = {
      filterConditions: { F1: { lhs: { field: "Status" }, comparator: "EQ", rhs: { value: "Resolved-Expired" } } },
    };
    const asked = { query: { filter: isExpired }, dataViewParameters: { MemberExternalID: basics.member } };
    expect((await client.send("POST", `${root}/data_views/RedemptionItemsByMember`, asked)).body).toMatchObject({
      data: [
        { ID: item.ID, Status: "Resolved-Expired" },
        { ID: locked.ID, Status: "Resolved-Expired" },
      ],
    });
    const counted = await client.send("POST", `${root}/data_views/RedemptionItemsByMember/count`, asked);
    expect(counted.body.totalCount).toBe(2);
  });
});

test("a voucher expires after its days or with its reward, whichever comes first", async () => {
  const stack = await startStack();
  try {
    const basics = await registerBasics(stack.client);
    await addBalance(stack.client, basics.memberId, 100);
    const expiryOf = async (more: object) => {
      const reward = freshKey("reward");
      await addStock(stack.client, await stack.client.created("Reward", rewardContent(reward, more)), 5);
      const { CreateDateTime, ExpirationDateTime } = await redeemed(
        stack.client,
        redemptionContent(basics.member, reward),
      );
      return {
        days: (Date.parse(ExpirationDateTime) - Date.parse(CreateDateTime)) / 86_400_000,
        at: ExpirationDateTime,
      };
    };
    expect((await expiryOf({ DaysAvailable: "30" })).days).toBeCloseTo(30, 2);
    expect((await expiryOf({ DaysAvailable: "30", RewardExpiration: "2999-01-01T00:00:00Z" })).days).toBeCloseTo(30, 2);
    expect((await expiryOf({ DaysAvailable: "36500", RewardExpiration: "2099-01-01T00:00:00Z" })).at).toBe(
      "2099-01-01T00:00:00.000Z",
    );
    expect((await expiryOf({ DaysAvailable: "", RewardExpiration: "2099-01-01T00:00:00Z" })).at).toBe(
      "2099-01-01T00:00:00.000Z",
    );
    expect((await expiryOf({ DaysAvailable: "" })).at).toBeNull();
  } finally {
    await stack.stop();
  }
});
