import { describe, expect, test } from "vitest";
import { member } from "./member/member.class.ts";
import { parseContent } from "./parse.ts";
import { product } from "./product/product.class.ts";
import { redemption } from "./redemption/redemption.class.ts";
import { reward } from "./reward/reward.class.ts";
import { sale } from "./sale/sale.class.ts";
import { segment } from "./segment/segment.class.ts";
import { store } from "./store/store.class.ts";

describe("a field that is left out has its default", () => {
  test("a store participates, and its address is empty strings", () => {
    expect(parseContent(store.content, { StoreCode: "S", Name: "N" })).toMatchObject({
      Origin: "API",
      StoreCode: "S",
      Name: "N",
      Description: "",
      IsParticipating: true,
      Address: { Street: "", City: "", StateProvince: "", Country: "", PostalCode: "" },
    });
  });

  test("a product is incentivizable", () => {
    expect(parseContent(product.content, { ProductCode: "P", Name: "N" })).toMatchObject({
      Origin: "API",
      Name: "N",
      Description: "",
      ProductCode: "P",
      Brand: "",
      Category: "",
      Incentivizable: true,
    });
  });

  test("a member has no dates and empty strings", () => {
    expect(parseContent(member.content, { ExternalID: "M", FullName: "Ann", ProgramBusinessID: "P" })).toMatchObject({
      Origin: "API",
      ExternalID: "M",
      DateOfBirth: null,
      EmailAddress: "",
      FullName: "Ann",
      MobileNumber: "",
      JoinDateTime: null,
      ProgramBusinessID: "P",
    });
  });

  test("a reward's type is stock_control, and it has no cost and no expiry", () => {
    expect(parseContent(reward.content, { ExternalID: "R", Name: "N" })).toMatchObject({
      Origin: "API",
      Name: "N",
      ExternalID: "R",
      RewardType: "stock_control",
      RewardExpiration: null,
      RewardCost: "",
      DaysAvailable: "",
    });
  });

  test("a segment's description is empty, and it has no Origin", () => {
    const parsed = parseContent(segment.content, { Name: "N", Origin: "x" });
    expect(parsed).toMatchObject({ Name: "N", Description: "" });
    expect(parsed).not.toHaveProperty("Origin");
  });

  test("a sale's channel and point of sale are empty", () => {
    const given = { ExternalID: "X", MemberExternalID: "M", StoreCode: "S", SaleDateTime: "2024-01-01T01:00:00+01:00" };
    const SaleItems = [{ ProductCode: "P", Quantity: 1, TotalAmount: 10 }];
    expect(parseContent(sale.content, { ...given, SaleItems })).toMatchObject({
      Origin: "API",
      ExternalID: "X",
      SaleChannelCode: "",
      PointOfSaleID: "",
      SaleItems,
      SaleDateTime: "2024-01-01T00:00:00.000Z",
      MemberExternalID: "M",
      StoreCode: "S",
    });
  });

  test("a redemption's ExternalID and its items' voucher codes are empty", () => {
    const given = { MemberExternalID: "M", RedemptionItems: [{ Quantity: "2", RewardExternalID: "R" }] };
    expect(parseContent(redemption.content, given)).toMatchObject({
      Origin: "API",
      ExternalID: "",
      MemberExternalID: "M",
      RedemptionItems: [{ Quantity: "2", RewardExternalID: "R", VoucherCode: "" }],
    });
  });
});

describe("a value that was given", () => {
  test("is kept as sent, even if empty or false", () => {
    const given = { StoreCode: "s", Name: " N ", Origin: "", IsParticipating: false, Address: { City: "Köln" } };
    expect(parseContent(store.content, given)).toMatchObject({
      Name: " N ",
      Origin: "",
      IsParticipating: false,
      Address: { Street: "", City: "Köln" },
    });
    const strings = { RewardType: "", RewardCost: "1.50", DaysAvailable: "007" };
    expect(parseContent(reward.content, { ExternalID: "R", Name: "N", ...strings })).toMatchObject(strings);
  });
});
