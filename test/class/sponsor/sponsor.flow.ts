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

test("a create repeated with its idempotency key gets the first answer", async () => {
  const [first, again] = [
    await create("S-2", { "idempotency-key": "one" }),
    await create("S-2", { "idempotency-key": "one" }),
  ];
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.body).toEqual(first.body);
  expect(again.headers.get("idempotent-replayed")).toBe("true");
});

test("the document describes its create, its action and its views", () => {
  const operations = Object.values(document.paths).flatMap((item) => [item.get, item.post, item.patch]);
  const ids = operations.map((operation) => operation?.operationId);
  expect(ids).toEqual(
    expect.arrayContaining(["sponsors.create", "sponsors.edit", "views.getSponsorByBusinessKeys", "views.sponsorList"]),
  );
});

test("the books add up", () => expectBooksInOrder(stack));
