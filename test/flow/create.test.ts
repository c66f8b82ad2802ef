import { describe, expect, test } from "vitest";
import { objectTypes, root } from "./support/client.ts";
import { freshKey, memberContent } from "./support/fixtures.ts";
import { idOf, note } from "./support/records.ts";
import { useSharedStack } from "./support/stack.ts";

const stack = useSharedStack({ workers: 0 });

const top = (name: string, status: string) => ({
  data: { objectInfo: { status } },
  ID: idOf(name),
  confirmationNote: note,
});
const withId = (name: string, status: string) => ({
  data: { objectInfo: { ID: idOf(name), status } },
  ID: idOf(name),
});

/** Exactly the interface's table "Response shapes". */
const creates = [
  {
    type: "Store",
    content: () => ({ Origin: "API", StoreCode: freshKey("S"), Name: "Main", Address: { City: "Berlin" } }),
    body: top("Store", "Open-Active"),
  },
  { type: "Member", content: () => memberContent(freshKey("M")), body: top("Member", "Open-Active") },
  {
    type: "Sale",
    content: () => ({
      ExternalID: freshKey("X"),
      MemberExternalID: "nobody",
      StoreCode: "nowhere",
      SaleDateTime: "2026-01-01T10:00:00+02:00",
      SaleItems: [{ ProductCode: "P", Quantity: 1, TotalAmount: 1.5 }],
    }),
    body: top("SaleCase", "Pending-Ready To Process"),
  },
  {
    type: "Product",
    content: () => ({ ProductCode: freshKey("P"), Name: "Coffee" }),
    body: { data: { objectInfo: { status: "Open-Active" }, ID: idOf("Product"), confirmationNote: note } },
  },
  {
    type: "Reward",
    content: () => ({
      Origin: "API",
      Name: "Mug",
      ExternalID: "R-fixed",
      RewardType: "stock_control",
      RewardExpiration: "2030-01-01T00:00:00+01:00",
      RewardCost: "10.50",
      DaysAvailable: "",
      Prices: [],
      QuantityAvailable: "",
    }),
    body: {
      data: {
        objectInfo: {
          status: "Open-Active",
          content: {
            classID: "Reward",
            Name: "Mug",
            DaysAvailable: "",
            RewardExpiration: "2029-12-31T23:00:00.000Z",
            RewardCost: "10.50",
            ExternalID: "R-fixed",
            RewardType: "stock_control",
            Prices: [],
            QuantityAvailable: "",
          },
        },
      },
      ID: idOf("Reward"),
    },
  },
  {
    type: "Redemption",
    content: () => ({
      MemberExternalID: "nobody",
      RedemptionItems: [{ Quantity: "1", RewardExternalID: "none", VoucherCode: "" }],
    }),
    body: withId("RedemptionCase", "Open-Ready To Process"),
  },
  { type: "Segment", content: () => ({ Name: "VIP" }), body: withId("SegmentCase", "New-Segment Case creation") },
] as const;

test.each(creates)(
  "creating a $type answers 201 with exactly the interface's body, and with its location",
  async ({ type, content, body }) => {
    const answer = await stack.client.create(type, content());
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual(body);
    expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
    const id = answer.body.ID ?? answer.body.data.ID;
    if (answer.body.data.objectInfo.ID) expect(answer.body.data.objectInfo.ID).toBe(id);
    expect(answer.headers.get("location")).toBe(`${root}/objects/${id}`);
    expect(await stack.client.send("GET", answer.headers.get("location") as string)).toMatchObject({ status: 200 });
  },
);

test("every object can be created without its path prefix", async () => {
  for (const { type, content } of creates.filter((one) => one.type !== "Reward")) {
    const body = { objectTypeID: objectTypes[type], content: content() };
    expect(await stack.client.send("POST", `${root}/objects`, body), type).toMatchObject({ status: 201 });
  }
});

test("a byte order mark before the body, and what tills and scanners add to keys, make no second sale", async () => {
  const key = freshKey("X");
  const item = { ProductCode: "P", Quantity: 1, TotalAmount: 1.5 };
  const content = { SaleDateTime: "2026-01-01T10:00:00.000Z", SaleItems: [item] };
  const sent = { ...content, ExternalID: key, MemberExternalID: "nobody", StoreCode: "Caf\u00e9" };
  const first = await stack.client.create("Sale", sent);
  const keys = { ExternalID: `${key}\r\n`, MemberExternalID: " nobody ", StoreCode: "\u200bCafe\u0301" };
  const again = { ...content, ...keys, SaleItems: [{ ...item, ProductCode: "P\t" }] };
  const body = `\ufeff${JSON.stringify({ objectTypeID: objectTypes.Sale, content: again })}`;
  const answer = await stack.client.sendRaw("POST", `/Sale${root}/objects`, body);
  expect([answer.status, answer.body.ID]).toEqual([201, first.body.ID]);
  const found = await stack.client.records("GetSaleByBusinessKeys", { ExternalID: ` ${key}` });
  expect(found).toMatchObject([{ ...sent, SaleItems: [item] }]);
});

test("a create accepts null and empty pageInstructions, query parameters and unknown members", async () => {
  const body = { objectTypeID: "SegmentCase", content: { Name: "A", pyUnknown: 1 }, pageInstructions: [], other: true };
  expect(await stack.client.send("POST", `/Segment${root}/objects?viewType=page`, body)).toMatchObject({ status: 201 });
  expect(await stack.client.send("POST", `${root}/objects`, { ...body, pageInstructions: null })).toMatchObject({
    status: 201,
  });
});

describe.each(Object.keys(objectTypes))("behind the prefix /%s", (prefix) => {
  test("reads, actions and data views answer as they do without it", async () => {
    const { client } = stack;
    const code = freshKey("PP");
    const id = await client.created("Product", { ProductCode: code, Name: "Tea" });
    const path = `/${prefix}${root}`;
    expect(await client.send("GET", `${path}/objects/${id}`)).toMatchObject({ status: 200 });
    const edited = await client.send("PATCH", `${path}/objects/${id}/actions/Edit`, {
      content: { Brand: "B" },
      pageInstructions: [],
    });
    expect(edited).toMatchObject({ status: 200, body: { data: { objectInfo: { status: "Open-Active" } } } });
    const found = await client.send("POST", `${path}/data_views/GetProductByBusinessKeys`, {
      dataViewParameters: { ProductCode: code },
    });
    expect(found.body.data).toMatchObject([{ ID: id, Brand: "B" }]);
  });
});
