import { describe, expect, test } from "vitest";
import {
  addBalance,
  addStock,
  awaitStatus,
  balanceOf,
  entriesOf,
  freshKey,
  memberContent,
  redeemed,
  redemptionContent,
  registerBasics,
  saleContent,
} from "./support/fixtures.ts";
import { backends, expectBooksInOrder, useStack } from "./support/stack.ts";

describe.each(backends)("with the queue on %s", (queue) => {
  const stack = useStack({ queue });

  const post = async (content: object, status = "Resolved-Completed") =>
    awaitStatus(stack.client, await stack.client.created("Sale", content), status);

  test("a sale becomes points, points become a voucher, and the voucher is used once", async () => {
    const { client } = stack;
    const basics = await registerBasics(client);
    await addStock(client, basics.rewardId, 3);
    const sale = await post(
      saleContent(basics, { SaleItems: [{ ProductCode: basics.product, Quantity: 2, TotalAmount: 25.99 }] }),
    );
    expect(sale.ConfirmationNote).toBe("");
    expect(await balanceOf(client, basics.member)).toBe(25);
    const item = await redeemed(client, {
      ...redemptionContent(basics.member, basics.reward),
      RedemptionItems: [{ Quantity: "2", RewardExternalID: basics.reward, VoucherCode: "" }],
    });
    expect(await balanceOf(client, basics.member)).toBe(5);
    expect(await client.records("GetRewardByBusinessKeys", { ExternalID: basics.reward })).toMatchObject([
      { RewardQuantity: 3, QuantityAvailable: 1 },
    ]);
    const [found] = await client.records("RedemptionItemsByVoucherCode", { "Voucher Code": item.VoucherCode });
    expect(await client.act(found.ID, "Lock")).toMatchObject({ status: 200 });
    expect(await client.act(found.ID, "Lock")).toMatchObject({
      status: 409,
      body: { errorDetails: [{ message: "Error_Status_Illegal" }] },
    });
    expect(await client.act(found.ID, "Use")).toMatchObject({ status: 200 });
    expect(await client.act(found.ID, "Use")).toMatchObject({ status: 409 });
    expect(await client.act(found.ID, "Lock")).toMatchObject({ status: 409 });
    expect((await client.read(found.ID)).body.data.objectInfo).toMatchObject({
      status: "Resolved-Completed",
      content: { "@version": 3 },
    });
    await expectBooksInOrder(stack);
  });

  test("returns without a sale deduct points at the same rate, rounded over their sum, below zero too", async () => {
    const basics = await registerBasics(stack.client);
    await post(saleContent(basics, { SaleItems: [{ ProductCode: basics.product, Quantity: 1, TotalAmount: 10.9 }] }));
    await post(saleContent(basics, { SaleItems: [{ ProductCode: basics.product, Quantity: -1, TotalAmount: -10.9 }] }));
    expect(await balanceOf(stack.client, basics.member)).toBe(0);
    await post(saleContent(basics, { SaleItems: [{ ProductCode: basics.product, Quantity: -1, TotalAmount: -7.5 }] }));
    expect(await balanceOf(stack.client, basics.member)).toBe(-8);
    await addBalance(stack.client, basics.memberId, 10);
    expect(
      (await entriesOf(stack.client, basics.member)).map(({ Type, CurrencyAwarded, CurrencyAvailable }) => [
        Type,
        CurrencyAwarded,
        CurrencyAvailable,
      ]),
    ).toEqual([
      ["Sale", 10, 0],
      ["Return", -10, 0],
      ["Return", -8, 0],
      ["Adjustment", 10, 2],
    ]);
    await expectBooksInOrder(stack);
  });

  test("returns that name their sale take back exactly what it earned, also if one comes before it", async () => {
    const basics = await registerBasics(stack.client);
    const sale = saleContent(basics, { SaleItems: [{ ProductCode: basics.product, Quantity: 3, TotalAmount: 10.9 }] });
    const returned = (TotalAmount: number) =>
      saleContent(basics, {
        SaleItems: [
          { ProductCode: basics.product, Quantity: -1, TotalAmount, OriginalSaleExternalID: sale.ExternalID },
        ],
      });
    const early = await stack.client.created("Sale", returned(-3.63));
    await awaitStatus(stack.client, early, "Pending-Awaiting Reference");
    await post(sale);
    await awaitStatus(stack.client, early, "Resolved-Completed");
    await post(returned(-3.63));
    await post(returned(-3.63));
    expect((await entriesOf(stack.client, basics.member)).map(({ CurrencyAwarded }) => CurrencyAwarded)).toEqual([
      10, -3, -4, -3,
    ]);
    expect(await balanceOf(stack.client, basics.member)).toBe(0);
    const found = await stack.client.records("ReturnsBySale", { ExternalID: sale.ExternalID });
    expect(found.map(({ Quantity, Points }) => [Quantity, Points])).toEqual([
      [1, 3],
      [1, 4],
      [1, 3],
    ]);
    await expectBooksInOrder(stack);
  });

  test("points are rounded once over all purchase lines, not line by line", async () => {
    const basics = await registerBasics(stack.client);
    const line = { ProductCode: basics.product, Quantity: 1, TotalAmount: 0.35 };
    await post(saleContent(basics, { SaleItems: [line, line, line] }));
    expect(await balanceOf(stack.client, basics.member)).toBe(1);
  });

  test("an unknown product and one that does not earn are skipped and named; the other lines earn", async () => {
    const basics = await registerBasics(stack.client);
    const excluded = freshKey("excluded");
    await stack.client.created("Product", { ProductCode: excluded, Name: "Tobacco", Incentivizable: false });
    const line = (ProductCode: string) => ({ ProductCode, Quantity: 1, TotalAmount: 5 });
    const { ConfirmationNote } = await post(
      saleContent(basics, { SaleItems: [line(basics.product), line("no-such-product"), line(excluded)] }),
    );
    expect(ConfirmationNote).toContain("no-such-product");
    expect(ConfirmationNote).toContain(excluded);
    expect(ConfirmationNote).not.toContain(basics.product);
    expect(await balanceOf(stack.client, basics.member)).toBe(5);
  });

  test("a product that stops earning, or is deleted, earns nothing from the next sale on", async () => {
    const basics = await registerBasics(stack.client);
    await post(saleContent(basics));
    await stack.client.act(basics.productId, "Edit", { content: { Incentivizable: false } });
    await post(saleContent(basics));
    expect(await balanceOf(stack.client, basics.member)).toBe(100);
    await stack.client.act(basics.productId, "Edit", { content: { Incentivizable: true } });
    await post(saleContent(basics));
    expect(await balanceOf(stack.client, basics.member)).toBe(200);
    await stack.client.act(basics.productId, "DeleteObject");
    expect((await post(saleContent(basics))).ConfirmationNote).toContain(basics.product);
    expect(await balanceOf(stack.client, basics.member)).toBe(200);
  });

  test("a sale in a store that does not participate completes without an entry", async () => {
    const basics = await registerBasics(stack.client);
    await stack.client.act(basics.storeId, "Edit", { content: { IsParticipating: false } });
    expect((await post(saleContent(basics))).ConfirmationNote).not.toBe("");
    expect(await entriesOf(stack.client, basics.member)).toEqual([]);
  });

  test("a sale waits for its member and its store, says for which, and then continues by itself", async () => {
    const { client } = stack;
    const basics = await registerBasics(client);
    const [member, store] = [freshKey("late-member"), freshKey("late-store")];
    const id = await client.created("Sale", saleContent({ ...basics, member, store }));
    const waiting = await awaitStatus(client, id, "Pending-Awaiting Reference");
    expect(waiting.ConfirmationNote).toBe(`Awaiting the member and store ${store}.`);
    expect(waiting).toMatchObject({
      CurrentStageID: "AwaitingReference",
      CurrentStageName: "Awaiting Reference",
      "@version": 2,
    });
    await client.created("Member", memberContent(member));
    await expect
      .poll(async () => (await client.read(id)).body.data.objectInfo.content.ConfirmationNote)
      .toBe(`Awaiting store ${store}.`);
    expect((await client.read(id)).body.data.objectInfo.status).toBe("Pending-Awaiting Reference");
    await client.created("Store", { StoreCode: store, Name: "Late" });
    await awaitStatus(client, id, "Resolved-Completed");
    expect(await balanceOf(client, member)).toBe(100);
    await expectBooksInOrder(stack);
  });

  test("a sale continues when another store gets the code that it waits for", async () => {
    const { client } = stack;
    const basics = await registerBasics(client);
    const store = freshKey("renamed-store");
    const id = await client.created("Sale", saleContent({ ...basics, store }));
    await awaitStatus(client, id, "Pending-Awaiting Reference");
    await client.act(basics.storeId, "Edit", { content: { StoreCode: store } });
    await awaitStatus(client, id, "Resolved-Completed");
    expect(await balanceOf(client, basics.member)).toBe(100);
  });

  test("a worker opens a segment", async () => {
    const id = await stack.client.created("Segment", { Name: "VIP" });
    expect(await awaitStatus(stack.client, id, "Open-Active")).toMatchObject({ "@version": 2, UpdateUserID: "system" });
    await expectBooksInOrder(stack);
  });
});
