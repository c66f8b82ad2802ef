import { beforeAll, expect, test } from "vitest";
import { root } from "./support/client.ts";
import { awaitStatus, entriesOf, freshKey, redeemed, redemptionContent, saleContent } from "./support/fixtures.ts";
import { businessIdOf, expectKeys, timestamp } from "./support/records.ts";
import { useBasics, useSharedStack } from "./support/stack.ts";

const stack = useSharedStack();
const basics = useBasics(stack, { points: 100, stock: 10 });
/** The ID of a record of each class, and the actions that it allows. */
const known = new Map<string, { id: string; status: string; actions: string[]; createdBy?: string }>();

beforeAll(async () => {
  const { client } = stack;
  const sale = await client.created("Sale", saleContent(basics));
  await awaitStatus(client, sale, "Resolved-Completed");
  const item = await redeemed(client, redemptionContent(basics.member, basics.reward));
  const segment = await client.created("Segment", { Name: "VIP" });
  await awaitStatus(client, segment, "Open-Active");
  known.set("Store", { id: basics.storeId, status: "Open-Active", actions: ["Edit"] });
  known.set("Product", { id: basics.productId, status: "Open-Active", actions: ["Edit", "DeleteObject"] });
  known.set("Member", {
    id: basics.memberId,
    status: "Open-Active",
    actions: ["Edit", "AddBalance", "PayWithPoints", "CancelPayment", "AddCard", "RemoveCard", "Merge", "Block"],
  });
  known.set("Reward", { id: basics.rewardId, status: "Open-Active", actions: ["AddRewardStock", "DeleteObject"] });
  known.set("SaleCase", { id: sale, status: "Resolved-Completed", actions: [] });
  known.set("RedemptionCase", { id: item.Redemption.ID, status: "Resolved-Completed", actions: ["Cancel"] });
  known.set("RedemptionItemCase", {
    id: item.ID,
    status: "Open-Available With Expiry",
    actions: ["Lock", "Use", "Cancel"],
    createdBy: "system",
  });
  const actions = ["AddMembers", "RemoveMembers", "MarkAsInactive"];
  known.set("SegmentCase", { id: segment, status: "Open-Active", actions });
});

const classes = [
  "Store",
  "Product",
  "Member",
  "Reward",
  "SaleCase",
  "RedemptionCase",
  "RedemptionItemCase",
  "SegmentCase",
] as const;

test.each(classes)(
  "a %s is read by its ID, with its whole record and the actions that its status allows",
  async (name) => {
    const { id = "", status, actions = [], createdBy = "api" } = known.get(name) ?? {};
    const { status: code, body, headers } = await stack.client.read(id);
    expect(code).toBe(200);
    expect(headers.get("content-type")).toMatch(/^application\/json/);
    expect(body).toEqual({
      data: {
        objectInfo: {
          ID: id,
          objectTypeID: name,
          status,
          businessID: businessIdOf(name),
          createTime: timestamp,
          createdBy,
          content: expect.objectContaining({ "@class": name, ID: id, Status: status }),
          availableActions: actions.map((action) => ({ ID: action, name: action })),
        },
      },
    });
    expectKeys(body.data.objectInfo.content, name);
  },
);

test("a locked voucher allows Unlock, Use and Cancel; a used voucher, a deleted product and an inactive segment allow nothing", async () => {
  const { client } = stack;
  const actionsOf = async (id: string) =>
    (await client.read(id)).body.data.objectInfo.availableActions.map((one: { ID: string }) => one.ID);
  const item = await redeemed(client, redemptionContent(basics.member, basics.reward));
  await client.act(item.ID, "Lock");
  expect(await actionsOf(item.ID)).toEqual(["Unlock", "Use", "Cancel"]);
  await client.act(item.ID, "Use");
  expect(await actionsOf(item.ID)).toEqual([]);
  const product = await client.created("Product", { ProductCode: freshKey("P"), Name: "Tea" });
  await client.act(product, "DeleteObject");
  expect(await actionsOf(product)).toEqual([]);
  const segment = await client.created("Segment", { Name: "VIP" });
  await client.act(segment, "MarkAsInactive");
  expect(await actionsOf(segment)).toEqual([]);
});

test("an ID of no object is 404 for reads and actions", async () => {
  const { client } = stack;
  const [entry] = await entriesOf(client, basics.member);
  const [programme] = await client.records("ProgramList");
  const absent = basics.storeId.replace(/[0-9a-f]{12}$/, "0".repeat(12));
  const wrong = [
    absent,
    entry.ID,
    programme.ID,
    basics.storeId.replace("STO-", "PRO-"),
    basics.storeId.toUpperCase(),
    `${basics.storeId}0`,
    "STO-1",
    "x",
    "%00",
    "STO-%FF",
    "1 or 1=1",
  ];
  for (const id of wrong) {
    expect(await client.send("GET", `${root}/objects/${id}`), id).toMatchObject({
      status: 404,
      body: { errorDetails: [{ message: "Error_Object_Unknown" }] },
    });
    const acted = await client.act(id, "DeleteObject", {});
    expect([id, acted.status]).toEqual([id, 404]);
  }
});

test("HEAD answers as GET does, without the body", async () => {
  expect(await stack.client.send("HEAD", `${root}/objects/${basics.storeId}`)).toMatchObject({
    status: 200,
    body: undefined,
  });
  expect(await stack.client.send("HEAD", `${root}/objects/STO-1`)).toMatchObject({ status: 404, body: undefined });
});
