import { describe, expect, test } from "vitest";
import { type ObjectType, objectTypes, root } from "./support/client.ts";
import { expectError, type Place } from "./support/errors.ts";
import { addBalance, balanceOf, memberContent, rewardContent } from "./support/fixtures.ts";
import { countRows, useBasics, useSharedStack } from "./support/stack.ts";

const stack = useSharedStack({ workers: 0 });
const basics = useBasics(stack);

const line = { ProductCode: "P", Quantity: 1, TotalAmount: 1 };
const sale = {
  ExternalID: "never",
  MemberExternalID: "M",
  StoreCode: "S",
  SaleDateTime: "2026-01-01T00:00:00Z",
  SaleItems: [line],
};
const redemptionLine = { Quantity: "1", RewardExternalID: "R" };
const redemption = { MemberExternalID: "M", RedemptionItems: [redemptionLine] };
const member = memberContent("never");
const reward = rewardContent("never");
const store = { StoreCode: "never", Name: "x" };

const saleOf = (...lines: object[]) => ({ ...sale, SaleItems: lines.map((changes) => ({ ...line, ...changes })) });
const redemptionOf = (...lines: object[]) => ({
  ...redemption,
  RedemptionItems: lines.map((changes) => ({ ...redemptionLine, ...changes })),
});
const long = "x".repeat(256);

/** `Range .SaleItems(1).Quantity .Name` → the code Error_Field_Range at each of these fields. */
function placesOf(errors: string): Place[] {
  const [kind, ...paths] = errors.split(" ");
  return paths.map((path) => {
    const at = path.lastIndexOf(".");
    return { code: `Error_Field_${kind}`, page: path.slice(0, at), field: path.slice(at) };
  });
}

/** The errors of each kind, by `placesOf`. */
const refused: [what: string, type: ObjectType, content: object, ...errors: string[]][] = [
  ["a store of nothing", "Store", {}, "Required .StoreCode .Name"],
  ["a store of nulls and empty texts", "Store", { StoreCode: null, Name: "" }, "Required .StoreCode .Name"],
  ["names of another case", "Store", { storeCode: "S", name: "N" }, "Required .StoreCode .Name"],
  ["a product of nothing", "Product", {}, "Required .Name .ProductCode"],
  ["a member of nothing", "Member", {}, "Required .ExternalID .FullName .ProgramBusinessID"],
  ["a reward of nothing", "Reward", {}, "Required .Name .ExternalID"],
  ["a segment of nothing", "Segment", {}, "Required .Name"],
  ["a sale of nothing", "Sale", {}, "Required .ExternalID .SaleItems .SaleDateTime .MemberExternalID .StoreCode"],
  ["a redemption of nothing", "Redemption", {}, "Required .MemberExternalID .RedemptionItems"],
  ["a sale without lines", "Sale", saleOf(), "Required .SaleItems"],
  ["a sale with 501 lines", "Sale", saleOf(...Array(501).fill({})), "Length .SaleItems"],
  ["a redemption with 101 lines", "Redemption", redemptionOf(...Array(101).fill({})), "Length .RedemptionItems"],
  ["lines that are an object", "Sale", { ...sale, SaleItems: line }, "Type .SaleItems"],
  ["a line that is a text", "Sale", { ...sale, SaleItems: ["P"] }, "Type .SaleItems(1)"],
  [
    "lines each wrong in its own way",
    "Sale",
    { ...sale, SaleItems: [{}, line, { ProductCode: 1, Quantity: "1", TotalAmount: null }] },
    "Required .SaleItems(1).ProductCode .SaleItems(1).Quantity .SaleItems(1).TotalAmount .SaleItems(3).TotalAmount",
    "Type .SaleItems(3).ProductCode .SaleItems(3).Quantity",
  ],
  ["a quantity of 0 that lowers no price", "Sale", saleOf({ Quantity: 0 }), "Range .SaleItems(1).TotalAmount"],
  [
    "a line of an original that does not exist, or of a line that is no return",
    "Sale",
    saleOf(
      { OriginalLine: 1 },
      { Quantity: -1, TotalAmount: -1, OriginalLine: 1 },
      { Quantity: -1, TotalAmount: -1, OriginalSaleExternalID: "POS-1", OriginalLine: 501 },
      { Quantity: -1, TotalAmount: -1, OriginalSaleExternalID: "POS-1", OriginalLine: "1" },
      { Quantity: 0, TotalAmount: -1, OriginalSaleExternalID: "POS-1", OriginalLine: 1 },
    ),
    "Range .SaleItems(1).OriginalLine .SaleItems(2).OriginalLine .SaleItems(3).OriginalLine .SaleItems(5).OriginalLine",
    "Type .SaleItems(4).OriginalLine",
  ],
  [
    "an original sale of a line that is no return",
    "Sale",
    saleOf({ OriginalSaleExternalID: "POS-1" }, { Quantity: -1, TotalAmount: -1, OriginalSaleExternalID: 1 }),
    "Range .SaleItems(1).OriginalSaleExternalID",
    "Type .SaleItems(2).OriginalSaleExternalID",
  ],
  [
    "a return of itself",
    "Sale",
    saleOf({}, { Quantity: -1, TotalAmount: -1, OriginalSaleExternalID: sale.ExternalID }),
    "Range .SaleItems(2).OriginalSaleExternalID",
  ],
  [
    "signs that disagree",
    "Sale",
    saleOf({ Quantity: -1 }, { TotalAmount: -1 }),
    "Range .SaleItems(1).TotalAmount .SaleItems(2).TotalAmount",
  ],
  ["an amount of five decimals", "Sale", saleOf({ TotalAmount: 0.00001 }), "Range .SaleItems(1).TotalAmount"],
  ["an amount of 10^11", "Sale", saleOf({ TotalAmount: 1e11 }), "Range .SaleItems(1).TotalAmount"],
  [
    "texts of the wrong type",
    "Store",
    { StoreCode: 1, Name: true, Description: {}, Origin: [], IsParticipating: "true", Address: "Oak" },
    "Type .Origin .StoreCode .Name .Description .IsParticipating .Address",
  ],
  [
    "an address with a number",
    "Store",
    { ...store, Address: { City: 1, PostalCode: 2 } },
    "Type .Address.City .Address.PostalCode",
  ],
  [
    "texts that are too long",
    "Store",
    { StoreCode: long, Name: "😀".repeat(256), Description: "x".repeat(4_001), Origin: "x".repeat(65) },
    "Length .Origin .StoreCode .Name .Description",
  ],
  [
    "invalid texts",
    "Store",
    { StoreCode: "a\0", Name: "\ud800", Description: "\udfff" },
    "Text .StoreCode .Name .Description",
  ],
  [
    "a member of wrong forms",
    "Member",
    { ...member, DateOfBirth: "2026-02-30", EmailAddress: "ann", MobileNumber: "+49", JoinDateTime: "2026-01-01" },
    "Format .DateOfBirth .EmailAddress .MobileNumber .JoinDateTime",
  ],
  [
    "years out of range",
    "Member",
    { ...member, DateOfBirth: "1899-12-31", JoinDateTime: "1899-12-31T23:59:59Z" },
    "Range .DateOfBirth .JoinDateTime",
  ],
  ["a day that does not exist", "Sale", { ...sale, SaleDateTime: "2026-02-30T00:00:00Z" }, "Format .SaleDateTime"],
  ["a time without a zone", "Sale", { ...sale, SaleDateTime: "2026-02-03T00:00:00" }, "Format .SaleDateTime"],
  ["a time that is a number", "Sale", { ...sale, SaleDateTime: 1_767_225_600 }, "Type .SaleDateTime"],
  [
    "a cost that is a number",
    "Reward",
    { ...reward, RewardCost: 10, DaysAvailable: 30 },
    "Type .RewardCost .DaysAvailable",
  ],
  ["a cost below zero", "Reward", { ...reward, RewardCost: "-1" }, "Range .RewardCost"],
  [
    "a cost of a wrong form",
    "Reward",
    { ...reward, RewardCost: "1e3", DaysAvailable: "1.5" },
    "Format .RewardCost .DaysAvailable",
  ],
  ["more days than there are", "Reward", { ...reward, DaysAvailable: "36501" }, "Format .DaysAvailable"],
  [
    "quantities that are not whole numbers as texts",
    "Redemption",
    redemptionOf({ Quantity: 1 }, { Quantity: "0" }, { Quantity: "1.5" }, { Quantity: "" }),
    "Type .RedemptionItems(1).Quantity",
    "Format .RedemptionItems(2).Quantity .RedemptionItems(3).Quantity",
    "Required .RedemptionItems(4).Quantity",
  ],
  [
    "a voucher code of hyphens",
    "Redemption",
    redemptionOf({ VoucherCode: " - " }),
    "Format .RedemptionItems(1).VoucherCode",
  ],
];

/** In one order for both sides: the order of the answer is not promised. */
const byPlace = (a: Place, b: Place) => `${a.page}${a.field}`.localeCompare(`${b.page}${b.field}`);
const placeOf = (one: Record<string, string>) =>
  `${one["erroneousInputOutputFieldInPage"]}${one["erroneousInputOutputIdentifier"]}`;

test.each(refused)(
  "%s is refused with 422, every field at once, and nothing is written",
  async (_, type, content, ...errors) => {
    const before = await countRows(stack);
    const answer = await stack.client.create(type, content);
    answer.body.errorDetails?.sort((a: Record<string, string>, b: Record<string, string>) =>
      placeOf(a).localeCompare(placeOf(b)),
    );
    expectError(answer, 422, ...errors.flatMap(placesOf).toSorted(byPlace));
    expect(await countRows(stack)).toEqual(before);
  },
);

test("an unknown programme is refused with 422, and nothing is written", async () => {
  const before = await countRows(stack);
  const answer = await stack.client.create("Member", { ...member, ProgramBusinessID: "NONE" });
  expectError(answer, 422, { code: "Error_Programme_Unknown", field: ".ProgramBusinessID" });
  expect(await countRows(stack)).toEqual(before);
});

describe("a refusal says what is expected", () => {
  const member = { ...memberContent("never"), DateOfBirth: null, JoinDateTime: null };
  const texts: [what: string, type: ObjectType, content: object, text: string][] = [
    ["the type", "Store", { ...store, Name: 5 }, "Name must be a string, not a number."],
    [
      "true or false",
      "Store",
      { ...store, IsParticipating: "yes" },
      "IsParticipating must be true or false, not a string.",
    ],
    ["the most characters", "Store", { ...store, Origin: "x".repeat(65) }, "Origin: At most 64 characters."],
    [
      "the most items",
      "Sale",
      { ...sale, SaleItems: Array(501).fill(line) },
      "SaleItems must be an array of 1 to 500 items.",
    ],
    [
      "the least items",
      "Redemption",
      { ...redemption, RedemptionItems: [] },
      "RedemptionItems must be an array of 1 to 100 items.",
    ],
    [
      "that an offset is missing",
      "Sale",
      { ...sale, SaleDateTime: "2026-01-01T10:00:00" },
      "SaleDateTime: Its offset from UTC is missing: write 2026-05-04T09:30:00+02:00, or Z instead of +02:00.",
    ],
    [
      "the form of a timestamp",
      "Sale",
      { ...sale, SaleDateTime: "01.01.2026 10:00" },
      "SaleDateTime: A timestamp that exists, with its offset from UTC: 2026-05-04T09:30:00+02:00 or 2026-05-04T07:30Z.",
    ],
    [
      "the form of a date",
      "Member",
      { ...member, DateOfBirth: "1.1.90" },
      "DateOfBirth: A date that exists, of the form YYYY-MM-DD.",
    ],
  ];
  test.each(texts)("%s", async (_, type, content, text) => {
    const { status, body } = await stack.client.create(type, content);
    expect([status, body.errorDetails.map((one: Record<string, string>) => one["localizedValue"])]).toEqual([
      422,
      [text],
    ]);
  });

  test("of a query and of paging", async () => {
    const ask = (body: object) => stack.client.send("POST", `${root}/data_views/StoreList`, body);
    for (const [body, text] of [
      [{ query: { sortBy: [{ field: "Name", type: "UP" }] } }, '"query.sortBy(1).type" must be ASC or DESC.'],
      [{ paging: { pageSize: 5_001 } }, '"paging.pageSize": A whole number from 1 to 5000.'],
    ] as const)
      expect(await ask(body)).toMatchObject({ status: 400, body: { errorDetails: [{ localizedValue: text }] } });
  });
});

test.each([
  ["2026-02-03T10:20Z", "2026-02-03T10:20:00.000Z"],
  ["2026-02-03T10:20+0200", "2026-02-03T08:20:00.000Z"],
  ["2026-02-03T10:20:30.5+0200", "2026-02-03T08:20:30.500Z"],
  ["2026-02-03t10:20:30z", "2026-02-03T10:20:30.000Z"],
])("the timestamp %s is taken, and read back as %s", async (given, shown) => {
  const id = await stack.client.created("Sale", { ...sale, ExternalID: given, SaleDateTime: given });
  expect((await stack.client.read(id)).body.data.objectInfo.content.SaleDateTime).toBe(shown);
});

describe("a number is kept exactly or refused", () => {
  const post = (TotalAmount: string) =>
    stack.client.sendRaw(
      "POST",
      `${root}/objects`,
      `{"objectTypeID":"${objectTypes.Sale}","content":{"ExternalID":${JSON.stringify(TotalAmount)},"MemberExternalID":"M","StoreCode":"S","SaleDateTime":"2026-01-01T00:00:00Z","SaleItems":[{"ProductCode":"P","Quantity":1,"TotalAmount":${TotalAmount}}]}}`,
    );

  const lost = [
    "12.340000000000000001",
    "0.30000000000000004",
    "1e-7",
    "1.00001",
    "0.12345",
    "99999999999.99991",
    "100000000000",
    "1e400",
    "123456789012345678901",
    "12.3399999999999999999",
    "0.1000000000000000055511151231257827",
    "70000000000.00071",
    "9459252394782381e-5",
    "700000000000007000001e-10",
  ];
  test.each(lost)("%s is refused with 422, and nothing is written", async (number) => {
    const before = await countRows(stack);
    const answer = await post(number);
    expect(answer.status).toBe(422);
    expect(answer.body.errorDetails).toMatchObject([
      {
        message: "Error_Field_Range",
        localizedValue: "TotalAmount: At most 4 decimals, and below 100000000000 in size.",
        erroneousInputOutputFieldInPage: ".SaleItems(1)",
        erroneousInputOutputIdentifier: ".TotalAmount",
      },
    ]);
    expect(await countRows(stack)).toEqual(before);
  });

  const kept: [string, number][] = [
    ["99999999999.9999", 99999999999.9999],
    ["0.0001", 0.0001],
    ["12.3400000000000000000000", 12.34],
    ["1.5e2", 150],
    ["0", 0],
    ["0.1", 0.1],
    ["15000E-3", 15],
  ];
  test.each(kept)("%s is accepted, and read back as %d", async (number, value) => {
    const { status, body } = await post(number);
    expect(status).toBe(201);
    expect((await stack.client.read(body.ID)).body.data.objectInfo.content.SaleItems[0].TotalAmount).toBe(value);
  });
});

describe("an action's content is refused with 422, and nothing changes", () => {
  const adjust = (AdjustBalances: unknown) =>
    stack.client.act(basics.memberId, "AddBalance", { content: { AdjustBalances } });
  const page = ".AdjustBalances";

  test("AddBalance", async () => {
    await addBalance(stack.client, basics.memberId, 10);
    const before = [await countRows(stack), (await stack.client.read(basics.memberId)).body];
    expectError(
      await stack.client.act(basics.memberId, "AddBalance", { content: {} }),
      422,
      ...placesOf("Required .AdjustBalances"),
    );
    expectError(await adjust({}), 422, ...placesOf("Required .AdjustBalances.Amount .AdjustBalances.Name"));
    expectError(await adjust([]), 422, ...placesOf("Type .AdjustBalances"));
    const both = placesOf("Type .AdjustBalances.Amount .AdjustBalances.Name");
    expectError(await adjust({ Amount: "1", Name: 1 }), 422, ...both);
    const because = (Reason: unknown) => adjust({ Amount: 1, Name: "Points", Reason });
    expectError(await because(1), 422, ...placesOf("Type .AdjustBalances.Reason"));
    expectError(await because("x".repeat(256)), 422, ...placesOf("Length .AdjustBalances.Reason"));
    for (const Amount of [0, -0, 1e11, 0.00001])
      expectError(await adjust({ Amount, Name: "Points" }), 422, ...placesOf("Range .AdjustBalances.Amount"));
    for (const Name of ["points", "Miles", "Points "])
      expectError(await adjust({ Amount: 1, Name }), 422, { code: "Error_Currency_Unknown", field: ".Name", page });
    expectError(await adjust({ Amount: -10.0001, Name: "Points" }), 422, {
      code: "Error_Balance_Insufficient",
      field: ".Amount",
      page,
    });
    expectError(await adjust({ Amount: 99_999_999_999, Name: "Points" }), 422, {
      code: "Error_Balance_OutOfRange",
      field: ".Amount",
      page,
    });
    expect([await countRows(stack), (await stack.client.read(basics.memberId)).body]).toEqual(before);
    expect(await balanceOf(stack.client, basics.member)).toBe(10);
  });

  test("AddRewardStock", async () => {
    const add = (RewardQuantity: unknown, id = basics.rewardId) =>
      stack.client.act(id, "AddRewardStock", { content: { RewardQuantity } });
    expectError(await add(undefined), 422, ...placesOf("Required .RewardQuantity"));
    expectError(await add("5"), 422, ...placesOf("Type .RewardQuantity"));
    for (const quantity of [0, -1, 1.5, 1e11])
      expectError(await add(quantity), 422, ...placesOf("Range .RewardQuantity"));
    const uncounted = await stack.client.created("Reward", rewardContent("uncounted", { RewardType: "digital" }));
    expectError(await add(1, uncounted), 422, { code: "Error_Stock_NotCounted", field: ".RewardQuantity" });
    const full = await stack.client.created("Reward", rewardContent("full"));
    expect(await add(99_999_999_999, full)).toMatchObject({ status: 200 });
    expectError(await add(1, full), 422, { code: "Error_Stock_OutOfRange", field: ".RewardQuantity" });
    expect((await stack.client.read(basics.rewardId)).body.data.objectInfo.content).toMatchObject({
      "@version": 1,
      RewardQuantity: 0,
    });
  });

  test("Edit", async () => {
    const before = (await stack.client.read(basics.storeId)).body;
    const content = {
      Name: "",
      StoreCode: "x".repeat(256),
      IsParticipating: 1,
      Address: { City: 1 },
      Description: "\0",
    };
    const { status, body } = await stack.client.act(basics.storeId, "Edit", { content });
    expect(status).toBe(422);
    const errors = body.errorDetails.map((one: Record<string, string>) => `${placeOf(one)} ${one["message"]}`);
    expect(errors.toSorted()).toEqual([
      ".Address.City Error_Field_Type",
      ".Description Error_Field_Text",
      ".IsParticipating Error_Field_Type",
      ".Name Error_Field_Required",
      ".StoreCode Error_Field_Length",
    ]);
    expect((await stack.client.read(basics.storeId)).body).toEqual(before);
  });
});

test("unknown members of content are never stored", async () => {
  const given = {
    StoreCode: "known-only",
    Name: "x",
    ID: "STO-1",
    Status: "Resolved-Deleted",
    StoreStatus: "Closed",
    BusinessID: "B",
    "@version": 9,
    id: "x",
    storecode: "y",
    CreateUserID: "me",
  };
  const id = await stack.client.created("Store", given);
  expect((await stack.client.read(id)).body.data.objectInfo.content).toMatchObject({
    ID: id,
    Status: "Open-Active",
    StoreStatus: "Active",
    "@version": 1,
    CreateUserID: "api",
    BusinessID: expect.stringMatching(/^STO-/),
  });
});

test("values at the limits are accepted", async () => {
  const { client } = stack;
  await client.created("Sale", { ...sale, ExternalID: "x".repeat(255), SaleItems: Array(500).fill(line) });
  await client.created("Redemption", { ...redemption, RedemptionItems: Array(100).fill(redemptionLine) });
  await client.created("Store", {
    StoreCode: "é".repeat(255),
    Name: "x",
    Description: "x".repeat(4_000),
    Origin: "x".repeat(64),
  });
  const long = {
    StoreCode: "😀".repeat(255),
    Name: "😀".repeat(255),
    Description: "😀".repeat(4_000),
    Origin: "😀".repeat(64),
  };
  expect((await client.read(await client.created("Store", long))).body.data.objectInfo.content).toMatchObject(long);
  const found = await client.records("GetStoreByBusinessKeys", { StoreCode: long.StoreCode });
  expect(found).toMatchObject([{ StoreCode: long.StoreCode }]);
  await client.created("Member", {
    ...memberContent("limits"),
    DateOfBirth: "1900-01-01",
    JoinDateTime: "9999-12-31T23:59:59.999Z",
  });
  await client.created("Reward", rewardContent("limits", { RewardCost: "99999999999.9999", DaysAvailable: "36500" }));
});
