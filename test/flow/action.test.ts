import { describe, expect, test } from "vitest";
import type { Answer } from "./support/client.ts";
import { expectError } from "./support/errors.ts";
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

  test("Lock by a till for some minutes, then Unlock by it and by nobody else", async () => {
    const { ID } = await mint();
    const content = { LockedBy: "TILL-7", LockMinutes: 15 };
    expectExactly(await stack.client.act(ID, "Lock", { content }), {
      data: { objectInfo: { status: "Open-Active", ID } },
    });
    const shown = (await stack.client.read(ID)).body.data.objectInfo;
    expect(shown.content).toMatchObject({ LockedBy: "TILL-7", "@version": 2 });
    expect(Date.parse(shown.content.LockedUntilDateTime) - Date.parse(shown.content.UpdateDateTime)).toBe(900_000);
    for (const action of ["Unlock", "Use"])
      for (const other of [null, { LockedBy: "TILL-8" }])
        expectError(await stack.client.act(ID, action, { content: other }), 409, "Error_Voucher_LockedByOther");
    expectExactly(await stack.client.act(ID, "Unlock", { content: { LockedBy: "TILL-7" } }), {
      data: { objectInfo: { status: "Open-Available With Expiry", ID } },
      confirmationNote: note,
    });
    expectError(await stack.client.act(ID, "Unlock"), 409, "Error_Status_Illegal");
    expect((await stack.client.read(ID)).body.data.objectInfo.content).toMatchObject({
      ...{ LockedBy: "", LockedUntilDateTime: null, "@version": 3 },
    });
  });

  test.each([
    ["LockMinutes", 0, "Error_Field_Range"],
    ["LockMinutes", 1_441, "Error_Field_Range"],
    ["LockMinutes", 1.5, "Error_Field_Range"],
    ["LockMinutes", "15", "Error_Field_Type"],
    ["LockedBy", 7, "Error_Field_Type"],
    ["LockedBy", "x".repeat(256), "Error_Field_Length"],
  ])("a Lock with %s %j is 422, and locks nothing", async (field, value, code) => {
    const { ID } = await mint();
    const answer = await stack.client.act(ID, "Lock", { content: { [field]: value } });
    expectError(answer, 422, { code, page: "", field: `.${field}` });
    expectError(await stack.client.act(ID, "Lock", { content: "x" }), 400, "Error_Content_NotObject");
    expect((await stack.client.read(ID)).body.data.objectInfo.status).toBe("Open-Available With Expiry");
  });

  test("Cancel of a redemption item, and of its redemption: the points come back", async () => {
    const [{ ID, Redemption }, other] = [await mint(), await mint()];
    const balance = async () =>
      (await stack.client.records("MemberBalances", { MemberExternalID: basics.member }))[0].Balance as number;
    const [before, cost] = [await balance(), (await stack.client.read(ID)).body.data.objectInfo.content.Cost as number];
    expectExactly(await stack.client.act(ID, "Cancel", { content: { Reason: "Wrong size" } }), {
      data: { objectInfo: { status: "Resolved-Cancelled", ID } },
      confirmationNote: note,
    });
    expect((await stack.client.read(ID)).body.data.objectInfo).toMatchObject({
      availableActions: [],
      content: { CancelReason: "Wrong size", "@version": 2 },
    });
    expectError(await stack.client.act(Redemption.ID, "Cancel"), 409, "Error_Redemption_NothingLeft");
    expectExactly(await stack.client.act(other.Redemption.ID, "Cancel"), {
      data: { objectInfo: { status: "Resolved-Cancelled", ID: other.Redemption.ID } },
      confirmationNote: note,
    });
    expect(await balance()).toBe(before + 2 * cost);
    const [entry] = await stack.client
      .records("LedgerEntriesBetweenDates", {
        ...{
          MemberExternalID: basics.member,
          FromDateTime: "2020-01-01T00:00:00Z",
          ToDateTime: "2099-01-01T00:00:00Z",
        },
      })
      .then((entries) => entries.filter(({ Type }) => Type === "Cancellation"));
    expect(entry).toMatchObject({
      ...{ CurrencyAwarded: cost, CurrencyAvailable: 0, ExpirationDateTime: null },
      Source: { "@class": "RedemptionItemCase", ID },
    });
    for (const [id, action] of [
      [ID, "Use"],
      [ID, "Cancel"],
      [other.ID, "Lock"],
      [other.Redemption.ID, "Cancel"],
    ] as const)
      expectError(await stack.client.act(id, action), 409, "Error_Status_Illegal");
    const answer = await stack.client.act((await mint()).ID, "Cancel", { content: { Reason: "x".repeat(256) } });
    expectError(answer, 422, { code: "Error_Field_Length", page: "", field: ".Reason" });
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
    for (const action of ["Lock", "Unlock", "Lock", "Use"])
      expect(await stack.client.act(voucher.ID, action, body)).toMatchObject({ status: 200 });
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
