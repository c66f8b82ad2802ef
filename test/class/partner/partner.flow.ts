import { exampleOf, objectOfClass } from "@rewards/domain";
import { expect, test } from "vitest";
import { root } from "./support/client.ts";
import { document } from "./support/contract.ts";
import { expectBooksInOrder, useStack } from "./support/stack.ts";

const stack = useStack();

const partner = objectOfClass("Partner");
if (!partner) throw new Error("the registry has no Partner");

function create(key: string, headers: Record<string, string> = {}) {
  const content = exampleOf(partner as NonNullable<typeof partner>, key);
  return stack.client.send("POST", `${root}/objects`, { objectTypeID: "Partner", content }, headers);
}

test("a partner is created, edited, viewed, read by its ID, and has a history", async () => {
  const { client } = stack;
  const { status, body } = await create("P-1");
  expect([status, body.confirmationNote]).toEqual([201, "Partner created."]);
  const edited = await client.act(body.ID, "Edit", { content: { Name: "New", IsActive: false } });
  expect([edited.status, edited.body.confirmationNote]).toEqual([200, "Partner changed."]);
  const shown = { ID: body.ID, PartnerCode: "P-1", Name: "New", IsActive: false, Status: "Open-Active" };
  expect(await client.records("GetPartnerByBusinessKeys", { PartnerCode: "P-1" })).toMatchObject([shown]);
  expect(await client.records("PartnerList")).toMatchObject([shown]);
  expect((await client.read(body.ID)).body.data.objectInfo).toMatchObject({ objectTypeID: "Partner", content: shown });
  const history = await client.records("ObjectHistory", { ObjectID: body.ID });
  expect(history.map(({ Action, Field, To }) => [Action, Field, To])).toEqual([
    ["Create", "Status", "Open-Active"],
    ["Edit", "Name", "New"],
    ["Edit", "IsActive", "false"],
  ]);
  expect((await create("P-1")).body.errorDetails).toMatchObject([{ message: "Error_Key_Taken" }]);
});

test("a create repeated with its idempotency key gets the first answer", async () => {
  const [first, again] = [
    await create("P-2", { "idempotency-key": "one" }),
    await create("P-2", { "idempotency-key": "one" }),
  ];
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.body).toEqual(first.body);
  expect(again.headers.get("idempotent-replayed")).toBe("true");
});

test("the document describes its create, its action and its views", () => {
  const operations = Object.values(document.paths).flatMap((item) => [item.get, item.post, item.patch]);
  const ids = operations.map((operation) => operation?.operationId);
  expect(ids).toEqual(
    expect.arrayContaining(["partners.create", "partners.edit", "views.getPartnerByBusinessKeys", "views.partnerList"]),
  );
});

test("the books add up", () => expectBooksInOrder(stack));
