import { describe, expect, test } from "vitest";
import {
  addBalance,
  addStock,
  allTime,
  awaitStatus,
  freshKey,
  redeemed,
  redemptionContent,
  registerBasics,
  saleContent,
} from "./support/fixtures.ts";
import { businessIdOf, expectKeys, idOf, metadataOf, timestamp } from "./support/records.ts";
import { expectBooksInOrder, useBasics, useSharedStack } from "./support/stack.ts";

const stack = useSharedStack();
const basics = useBasics(stack, { points: 1_000, stock: 100 });

/** Expects exactly one record in a view, and returns it. */
async function only(view: string, parameters: object | null) {
  const records = await stack.client.records(view, parameters);
  expect(records).toHaveLength(1);
  return records[0];
}

test("a store is shown with the interface's fields, and its address as a separate page", async () => {
  const given = { Origin: "API", StoreCode: freshKey("S"), Name: "Main", Description: "D", IsParticipating: false };
  const Address = { Street: "S", City: "C", StateProvince: "P", Country: "DE", PostalCode: "1" };
  const id = await stack.client.created("Store", { ...given, Address });
  const record = await only("GetStoreByBusinessKeys", { StoreCode: given.StoreCode });
  expectKeys(record, "Store");
  expect(record).toEqual({
    ...metadataOf("Store", { id, status: "Open-Active", version: 1 }),
    ...given,
    Address: { "@class": "LocationAddress", ID: expect.stringMatching(/^\S+$/), ...Address },
    StoreStatus: "Active",
  });
});

test("a store with only its required fields is shown with the defaults", async () => {
  const StoreCode = freshKey("S");
  await stack.client.created("Store", { StoreCode, Name: "Bare" });
  const Address = {
    "@class": "LocationAddress",
    ID: expect.any(String),
    Street: "",
    City: "",
    StateProvince: "",
    Country: "",
    PostalCode: "",
  };
  expect(await only("GetStoreByBusinessKeys", { StoreCode })).toMatchObject({
    Origin: "API",
    Description: "",
    IsParticipating: true,
    Address,
  });
});

test("a product is shown with the interface's fields", async () => {
  const given = {
    Origin: "POS",
    Name: "Tea",
    Description: "D",
    ProductCode: freshKey("P"),
    Brand: "B",
    Category: "C",
    Incentivizable: false,
  };
  const id = await stack.client.created("Product", given);
  const record = await only("GetProductByBusinessKeys", { ProductCode: given.ProductCode });
  expectKeys(record, "Product");
  expect(record).toEqual({
    ...metadataOf("Product", { id, status: "Open-Active", version: 1 }),
    ...given,
  });
});

test("a reward is shown with its stock as numbers, and its cost and days as they were sent", async () => {
  const given = {
    Origin: "API",
    Name: "Mug",
    ExternalID: freshKey("R"),
    RewardType: "stock_control",
    RewardCost: "10.50",
    DaysAvailable: "030",
  };
  const id = await stack.client.created("Reward", { ...given, RewardExpiration: "2030-01-01T00:00:00Z" });
  await addStock(stack.client, id, 7);
  const record = await only("GetRewardByBusinessKeys", { ExternalID: given.ExternalID });
  expectKeys(record, "Reward");
  expect(record).toEqual({
    ...metadataOf("Reward", { id, status: "Open-Active", version: 2 }),
    ...given,
    RewardExpiration: "2030-01-01T00:00:00.000Z",
    Prices: [],
    QuantityAvailable: 7,
    RewardQuantity: 7,
  });
});

test("a reward whose cost and days were sent empty shows them empty", async () => {
  const ExternalID = freshKey("R");
  await stack.client.created("Reward", {
    ExternalID,
    Name: "Free",
    RewardCost: "",
    DaysAvailable: "",
    RewardExpiration: null,
  });
  expect(await only("GetRewardByBusinessKeys", { ExternalID })).toMatchObject({
    RewardType: "stock_control",
    RewardCost: "",
    DaysAvailable: "",
    RewardExpiration: null,
    QuantityAvailable: 0,
    RewardQuantity: 0,
  });
});

test("a member is shown with the interface's fields, and named", async () => {
  const given = {
    Origin: "API",
    ExternalID: freshKey("M"),
    DateOfBirth: "1990-02-28",
    EmailAddress: "ann@example.org",
    FullName: "Ann Example",
    MobileNumber: "491701234567",
    JoinDateTime: "2026-01-01T00:00:00.000Z",
    ProgramBusinessID: "REWARDS",
  };
  const id = await stack.client.created("Member", given);
  const record = await only("GetMemberByBusinessKeys", { ExternalID: given.ExternalID });
  expectKeys(record, "Member");
  expect(record).toEqual({
    ...metadataOf("Member", { id, status: "Open-Active", version: 1 }),
    ...given,
    Name: given.FullName,
  });
});

test("a sale is shown as sent, with its time in UTC and the status that the worker set", async () => {
  const given = saleContent(basics, {
    Origin: "POS",
    SaleChannelCode: "C",
    PointOfSaleID: "7",
    SaleDateTime: "2026-03-01T10:00:00+02:00",
    SaleItems: [{ ProductCode: basics.product, Quantity: 0.5, TotalAmount: 12.3456 }],
  });
  const id = await stack.client.created("Sale", given);
  await awaitStatus(stack.client, id, "Resolved-Completed");
  const record = await only("GetSaleByBusinessKeys", { ExternalID: given.ExternalID });
  expectKeys(record, "SaleCase");
  expect(record).toMatchObject({
    ...metadataOf("SaleCase", { id, status: "Resolved-Completed", version: 2, updatedBy: "system" }),
    ...given,
    SaleDateTime: "2026-03-01T08:00:00.000Z",
    SaleItems: [{ ProductCode: basics.product, Quantity: 0.5, TotalAmount: 12.3456 }],
  });
});

test("a redemption and its item are shown with references to each other", async () => {
  const content = redemptionContent(basics.member, basics.reward, { VoucherCode: "show-me" });
  const item = await redeemed(stack.client, content);
  const redemption = await only("GetRedemptionByBusinessKeys", { ExternalID: content.ExternalID });
  expectKeys(redemption, "RedemptionCase");
  expect(redemption).toMatchObject({
    ...metadataOf("RedemptionCase", {
      id: redemption.ID,
      status: "Resolved-Completed",
      version: 2,
      updatedBy: "system",
    }),
    ...content,
  });
  expectKeys(item, "RedemptionItemCase");
  expect(item).toEqual({
    ...metadataOf("RedemptionItemCase", { id: item.ID, status: "Open-Available With Expiry", version: 1 }),
    CurrentStageID: "AvailableWithExpiry",
    CreateUserID: "system",
    UpdateUserID: "system",
    ID: idOf("RedemptionItemCase"),
    Name: "Mug",
    Quantity: 1,
    Cost: expect.any(Number),
    CancelReason: "",
    Reward: { "@class": "Reward", ID: basics.rewardId },
    Redemption: { "@class": "RedemptionCase", ID: redemption.ID },
    VoucherCode: "show-me",
    ExpirationDateTime: timestamp,
    LockedBy: "",
    LockedUntilDateTime: null,
    IsInstantRedemption: false,
  });
});

test("a segment is shown by its name, which need not be unique", async () => {
  const given = { Name: freshKey("Segment"), Description: "D" };
  const ids = [await stack.client.created("Segment", given), await stack.client.created("Segment", given)];
  await Promise.all(ids.map((id) => awaitStatus(stack.client, id, "Open-Active")));
  const records = await stack.client.records("SegmentsByName", { Name: given.Name });
  expect(records.map((record) => record.ID)).toEqual(ids);
  for (const [index, record] of records.entries()) {
    expectKeys(record, "SegmentCase");
    expect(record).toEqual({
      ...metadataOf("SegmentCase", {
        id: ids[index] as string,
        status: "Open-Active",
        version: 2,
        updatedBy: "system",
      }),
      ...given,
    });
  }
});

test("a member's balances are shown by currency", async () => {
  const { member, memberId } = await registerBasics(stack.client);
  await addBalance(stack.client, memberId, 12.5);
  const record = await only("MemberBalances", { MemberExternalID: member });
  expectKeys(record, "MemberBalance");
  expect(record).toMatchObject({
    "@class": "MemberBalance",
    ID: idOf("MemberBalance"),
    Name: "Points",
    Member: { "@class": "Member", ID: memberId },
    Currency: { "@class": "Currency", ID: idOf("Currency") },
    Balance: 12.5,
    UpdateDateTime: timestamp,
  });
});

describe.each([{ dataViewParameters: null }, {}, { dataViewParameters: {} }])("with the body %j", (body) => {
  test("programmes and currencies are listed, and refer to each other", async () => {
    const list = async (view: string) =>
      (await stack.client.send("POST", `/dx/api/application/v2/data_views/${view}`, body)).body.data;
    const [programme] = await list("ProgramList");
    const [currency] = await list("CurrencyList");
    expectKeys(programme, "Program");
    expect(programme).toMatchObject({
      "@class": "Program",
      ID: idOf("Program"),
      Name: "Rewards",
      BusinessID: "REWARDS",
      TimeZoneText: "UTC",
      Status: "Open-Active",
      CurrentStageID: "Active",
      Currencies: [{ "@class": "Currency", ID: currency.ID }],
    });
    expectKeys(currency, "Currency");
    expect(currency).toMatchObject({
      "@class": "Currency",
      ID: idOf("Currency"),
      Name: "Points",
      Program: { "@class": "Program", ID: programme.ID },
    });
  });
});

test("business IDs count up within their class", async () => {
  const first = await stack.client.created("Product", { ProductCode: freshKey("P"), Name: "A" });
  const second = await stack.client.created("Product", { ProductCode: freshKey("P"), Name: "B" });
  const numberOf = async (id: string) => {
    const { businessID } = (await stack.client.read(id)).body.data.objectInfo;
    expect(businessID).toEqual(businessIdOf("Product"));
    return Number(businessID.split("-")[1]);
  };
  expect(await numberOf(second)).toBeGreaterThan(await numberOf(first));
});

test("sales and redemptions do not change the versions of member and reward; adjustments and stock do", async () => {
  const { memberId, rewardId } = basics;
  const versions = async () =>
    Promise.all(
      [memberId, rewardId].map(async (id) => (await stack.client.read(id)).body.data.objectInfo.content["@version"]),
    );
  const before = await versions();
  await redeemed(stack.client, redemptionContent(basics.member, basics.reward));
  const sale = await stack.client.created("Sale", saleContent(basics));
  await awaitStatus(stack.client, sale, "Resolved-Completed");
  expect(await versions()).toEqual(before);
  await addBalance(stack.client, memberId, 1);
  await addStock(stack.client, rewardId, 1);
  expect(await versions()).toEqual(before.map((version) => version + 1));
  expect(
    await stack.client.records("LedgerEntriesBetweenDates", { MemberExternalID: basics.member, ...allTime }),
  ).not.toEqual([]);
  await expectBooksInOrder(stack);
});
