import { describe, expect, test } from "vitest";
import type { Answer } from "./support/client.ts";
import {
  addBalance,
  addStock,
  awaitStatus,
  freshKey,
  redeemed,
  redemptionContent,
  registerBasics,
} from "./support/fixtures.ts";
import { idOf, note } from "./support/records.ts";
import { expectBooksInOrder, useBasics, useSharedStack } from "./support/stack.ts";

const stack = useSharedStack();
const basics = useBasics(stack, { points: 1_000, stock: 100 });

function expectExactly(answer: Answer, body: object): void {
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual(body);
  expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
}

const mint = () => redeemed(stack.client, redemptionContent(basics.member, basics.reward));

describe("the body of each action is exactly the interface's", () => {
  test("Edit of a store", async () => {
    const content = {
      Name: "New",
      Description: "D",
      StoreCode: freshKey("S"),
      IsParticipating: false,
      Address: { Street: "S", City: "C", StateProvince: "P", PostalCode: "1", Country: "DE" },
    };
    const id = await stack.client.created("Store", { StoreCode: freshKey("S"), Name: "Old" });
    expectExactly(await stack.client.act(id, "Edit", { content, pageInstructions: [] }), {
      data: { objectInfo: { status: "Open-Active" } },
      confirmationNote: note,
    });
    const { Address, ...rest } = content;
    expect((await stack.client.read(id)).body.data.objectInfo.content).toMatchObject({
      ...rest,
      Address,
      "@version": 2,
    });
  });

  test("Edit of a product", async () => {
    const content = {
      Name: "New",
      Description: "D",
      ProductCode: freshKey("P"),
      Brand: "B",
      Category: "C",
      Incentivizable: false,
    };
    const id = await stack.client.created("Product", { ProductCode: freshKey("P"), Name: "Old" });
    expectExactly(await stack.client.act(id, "Edit", { content, pageInstructions: [] }), {
      data: { objectInfo: { status: "Open-Active" } },
      confirmationNote: note,
    });
    expect((await stack.client.read(id)).body.data.objectInfo.content).toMatchObject({ ...content, "@version": 2 });
  });

  test("AddBalance", async () => {
    expectExactly(await addBalance(stack.client, basics.memberId, 0.5), {
      data: { objectInfo: { status: "Open-Active", ID: basics.memberId } },
      confirmationNote: note,
    });
  });

  test("AddRewardStock", async () => {
    expectExactly(await addStock(stack.client, basics.rewardId, 5), {
      data: { objectInfo: { status: "Open-Active" } },
    });
  });

  test("Lock, then Use of a redemption item", async () => {
    const { ID } = await mint();
    expectExactly(await stack.client.act(ID, "Lock", { content: null }), {
      data: { objectInfo: { status: "Open-Active", ID } },
    });
    expectExactly(await stack.client.act(ID, "Use", { content: null }), {
      data: { objectInfo: { status: "Resolved-Completed", ID } },
      confirmationNote: note,
    });
    expect(ID).toEqual(idOf("RedemptionItemCase"));
  });

  test("Use of a redemption item that was never locked", async () => {
    const { ID } = await mint();
    expectExactly(await stack.client.act(ID, "Use"), {
      data: { objectInfo: { status: "Resolved-Completed", ID } },
      confirmationNote: note,
    });
  });

  test("MarkAsInactive", async () => {
    const ID = await stack.client.created("Segment", { Name: "VIP" });
    expectExactly(await stack.client.act(ID, "MarkAsInactive", { pageInstructions: [] }), {
      data: { objectInfo: { status: "Resolved-Inactive", ID } },
    });
  });

  test("DeleteObject of a product", async () => {
    const id = await stack.client.created("Product", { ProductCode: freshKey("P"), Name: "Old" });
    expectExactly(await stack.client.act(id, "DeleteObject", { pageInstructions: [] }), {
      data: { objectInfo: { status: "Resolved-Deleted" } },
      confirmationNote: note,
    });
  });

  test("DeleteObject of a reward", async () => {
    const id = await stack.client.created("Reward", { ExternalID: freshKey("R"), Name: "Old" });
    expectExactly(await stack.client.act(id, "DeleteObject", { pageInstructions: [] }), {
      data: { objectInfo: { status: "Resolved-Deleted" } },
    });
  });
});

describe("where an action needs no content, it may be", () => {
  const bodies = [
    { content: null },
    {},
    { content: {} },
    { content: null, pageInstructions: [] },
    { content: { Unknown: 1 }, pageInstructions: null },
  ];
  test.each(bodies)("%j", async (body) => {
    const voucher = await mint();
    expect(await stack.client.act(voucher.ID, "Lock", body)).toMatchObject({ status: 200 });
    expect(await stack.client.act(voucher.ID, "Use", body)).toMatchObject({ status: 200 });
    const segment = await stack.client.created("Segment", { Name: "VIP" });
    expect(await stack.client.act(segment, "MarkAsInactive", body)).toMatchObject({ status: 200 });
    const product = await stack.client.created("Product", { ProductCode: freshKey("P"), Name: "Old" });
    expect(await stack.client.act(product, "DeleteObject", body)).toMatchObject({ status: 200 });
  });
});

test("an Edit changes only the fields given, in the address too", async () => {
  const Address = { Street: "Oak", City: "Berlin", StateProvince: "BE", Country: "DE", PostalCode: "10115" };
  const StoreCode = freshKey("S");
  const id = await stack.client.created("Store", { StoreCode, Name: "Old", Description: "Kept", Address });
  await stack.client.act(id, "Edit", { content: { Name: "New", Description: null, Address: { City: "Bonn" } } });
  const { content } = (await stack.client.read(id)).body.data.objectInfo;
  expect(content).toMatchObject({ StoreCode, Name: "New", Description: "Kept", Address: { ...Address, City: "Bonn" } });
});

test("a deleted record's business key is free again, and the look-up finds only the new record", async () => {
  const content = { ProductCode: freshKey("P"), Name: "Tea" };
  const first = await stack.client.created("Product", content);
  await stack.client.act(first, "DeleteObject");
  expect(await stack.client.records("GetProductByBusinessKeys", { ProductCode: content.ProductCode })).toEqual([]);
  const second = await stack.client.created("Product", content);
  expect(await stack.client.records("GetProductByBusinessKeys", { ProductCode: content.ProductCode })).toMatchObject([
    { ID: second },
  ]);
  expect((await stack.client.read(first)).body.data.objectInfo.status).toBe("Resolved-Deleted");
});

test("a caller reads its adjustment at once", async () => {
  const { member, memberId } = await registerBasics(stack.client);
  await addBalance(stack.client, memberId, 7.25);
  expect(await stack.client.records("MemberBalances", { MemberExternalID: member })).toMatchObject([{ Balance: 7.25 }]);
});

test("a worker opens a segment, which can then be marked inactive", async () => {
  const id = await stack.client.created("Segment", { Name: "VIP" });
  await awaitStatus(stack.client, id, "Open-Active");
  expect(await stack.client.act(id, "MarkAsInactive")).toMatchObject({ status: 200 });
  await expectBooksInOrder(stack);
});
