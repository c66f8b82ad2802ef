import { exampleOf, objectOfClass } from "@rewards/domain";
import { expect, test } from "vitest";
import { root } from "./support/client.ts";
import { document } from "./support/contract.ts";
import { expectBooksInOrder, useStack } from "./support/stack.ts";

const stack = useStack();

const sponsor = objectOfClass("Sponsor");
if (!sponsor) throw new Error("the registry has no Sponsor");

function create(key: string, headers: Record<string, string> = {}) {
  const content = exampleOf(sponsor as NonNullable<typeof sponsor>, key);
  return stack.client.send("POST", `${root}/objects`, { objectTypeID: "Sponsor", content }, headers);
}

test("a sponsor is created, edited, viewed, read by its ID, and has a history", async () => {
  const { client } = stack;
  const { status, body } = await create("S-1");
  expect([status, body.confirmationNote]).toEqual([201, "Sponsor created."]);
  const edited = await client.act(body.ID, "Edit", { content: { Name: "New", IsActive: false } });
  expect([edited.status, edited.body.confirmationNote]).toEqual([200, "Sponsor changed."]);
  const shown = { ID: body.ID, SponsorCode: "S-1", Name: "New", IsActive: false, Status: "Open-Active" };
  expect(await client.records("GetSponsorByBusinessKeys", { SponsorCode: "S-1" })).toMatchObject([shown]);
  expect(await client.records("SponsorList")).toMatchObject([shown]);
  expect((await client.read(body.ID)).body.data.objectInfo).toMatchObject({ objectTypeID: "Sponsor", content: shown });
  const history = await client.records("ObjectHistory", { ObjectID: body.ID });
  expect(history.map(({ Action, Field, To }) => [Action, Field, To])).toEqual([
    ["Create", "Status", "Open-Active"],
    ["Edit", "Name", "New"],
    ["Edit", "IsActive", "false"],
  ]);
  expect((await create("S-1")).body.errorDetails).toMatchObject([{ message: "Error_Key_Taken" }]);
});

test("an amount, a date and an instant are edited, and history shows them as callers send them", async () => {
  const { client } = stack;
  const { body } = await create("S-3");
  const same = { Budget: 1200.5, Founded: "1990-12-31", ContractEnd: "2031-01-01T00:00:00+01:00" };
  for (const change of [
    same,
    { ...same, Budget: 0.05, Founded: null },
    { Budget: 7, ContractEnd: "2031-01-01T00:00Z" },
  ])
    expect((await client.act(body.ID, "Edit", { content: change })).status).toBe(200);
  await client.act(body.ID, "Edit", { content: { Founded: "1991-01-01" } });
  const history = await client.records("ObjectHistory", { ObjectID: body.ID });
  expect(history.filter(({ Action }) => Action === "Edit").map(({ Field, From, To }) => [Field, From, To])).toEqual([
    [null, null, null],
    ["Budget", "1200.5", "0.05"],
    ["Budget", "0.05", "7"],
    ["ContractEnd", "2030-12-31T23:00:00.000Z", "2031-01-01T00:00:00.000Z"],
    ["Founded", "1990-12-31", "1991-01-01"],
  ]);
});

test("an action is refused in a status that it does not start from, and a deleted sponsor frees its key", async () => {
  const { client } = stack;
  const { body } = await create("S-4");
  const statusAfter = async (action: string) => (await client.act(body.ID, action)).body.data?.objectInfo.status;
  expect(await statusAfter("Suspend")).toBe("Open-Suspended");
  expect((await client.act(body.ID, "Edit", { content: { Name: "New" } })).status).toBe(409);
  expect(await statusAfter("Resume")).toBe("Open-Active");
  expect(await statusAfter("DeleteObject")).toBe("Resolved-Deleted");
  expect((await create("S-4")).status).toBe(201);
});

test("a create repeated with its idempotency key gets the first answer", async () => {
  const [first, again] = [
    await create("S-2", { "idempotency-key": "one" }),
    await create("S-2", { "idempotency-key": "one" }),
  ];
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.body).toEqual(first.body);
  expect(again.headers.get("idempotent-replayed")).toBe("true");
});

test("the document describes its create, its actions and its views", () => {
  const operations = Object.values(document.paths).flatMap((item) => [item.get, item.post, item.patch]);
  const ids = operations.map((operation) => operation?.operationId);
  const calls = ["create", "edit", "suspend", "resume", "deleteObject"].map((name) => `sponsors.${name}`);
  expect(ids).toEqual(expect.arrayContaining([...calls, "views.getSponsorByBusinessKeys", "views.sponsorList"]));
});

test("the books add up", () => expectBooksInOrder(stack));
