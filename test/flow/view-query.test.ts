import { expect, test } from "vitest";
import { root } from "./support/client.ts";
import { allTime, freshKey } from "./support/fixtures.ts";
import { expectKeys, textViews, timestampPattern } from "./support/records.ts";
import { useBasics, useSharedStack } from "./support/stack.ts";

const stack = useSharedStack({ workers: 0 });
const basics = useBasics(stack);

const noMatch: [view: string, parameters: Record<string, string>][] = [
  ["LedgerEntriesBetweenDates", { MemberExternalID: "none", ...allTime }],
  ...textViews.map(([view, name]) => [view, { [name]: "none" }] as [string, Record<string, string>]),
];

test.each(noMatch)("%s answers 200 with no records if nothing matches", async (view, parameters) => {
  const answer = await stack.client.view(view, parameters);
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({ data: [], resultCount: 0, fetchDateTime: expect.stringMatching(timestampPattern) });
  expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
});

test("an answer has data, resultCount and fetchDateTime, and no other key", async () => {
  const { status, body } = await stack.client.view("GetStoreByBusinessKeys", { StoreCode: basics.store });
  expect(status).toBe(200);
  expect(body).toEqual({
    data: [expect.anything()],
    resultCount: 1,
    fetchDateTime: expect.stringMatching(timestampPattern),
  });
});

test("selected fields come with ID, @version and @class, and unknown ones are ignored", async () => {
  const { body } = await stack.client.view("GetStoreByBusinessKeys", { StoreCode: basics.store }, [
    "StoreCode",
    "NoSuchField",
    "storecode",
    "VoucherKey",
  ]);
  expect(body.data).toEqual([{ ID: basics.storeId, "@version": 1, "@class": "Store", StoreCode: basics.store }]);
});

test("unknown fields select only ID, @version and @class", async () => {
  const { body } = await stack.client.view("GetStoreByBusinessKeys", { StoreCode: basics.store }, ["NoSuchField"]);
  expect(body.data).toEqual([{ ID: basics.storeId, "@version": 1, "@class": "Store" }]);
});

const wholes = [undefined, null, {}, { select: [] }, { select: null }];
test.each(wholes)("the query %j means the whole record", async (query) => {
  const body = { dataViewParameters: { StoreCode: basics.store }, query };
  const { body: answer } = await stack.client.send("POST", `${root}/data_views/GetStoreByBusinessKeys`, body);
  expectKeys(answer.data[0], "Store");
});

test("no view shows hidden fields, selected or not", async () => {
  const { body } = await stack.client.view("GetMemberByBusinessKeys", { ExternalID: basics.member }, [
    "VoucherKey",
    "id",
    "number",
    "version",
  ]);
  expect(Object.keys(body.data[0]).toSorted()).toEqual(["@class", "@version", "ID"]);
});

test("keys are compared in the form in which they are stored, and case matters", async () => {
  const StoreCode = freshKey("Case");
  await stack.client.created("Store", { StoreCode, Name: "Main" });
  expect(await stack.client.records("GetStoreByBusinessKeys", { StoreCode: StoreCode.toUpperCase() })).toEqual([]);
  expect(await stack.client.records("GetStoreByBusinessKeys", { StoreCode: ` ${StoreCode}` })).toMatchObject([
    { StoreCode },
  ]);
});

test("texts in any script, and texts that look like SQL or markup, come back unchanged", async () => {
  const Name = `Ünïcode 商店 🏬 '; drop table store; -- <b>%_\\"`;
  const StoreCode = freshKey("🏬 'x");
  await stack.client.created("Store", { StoreCode, Name });
  expect(await stack.client.records("GetStoreByBusinessKeys", { StoreCode })).toMatchObject([{ Name, StoreCode }]);
});

test("programmes can be selected from without parameters", async () => {
  const { body } = await stack.client.view("ProgramList", null, ["Name"]);
  expect(body).toMatchObject({ resultCount: 1, data: [{ "@class": "Program", "@version": 1, Name: "Rewards" }] });
  expect(Object.keys(body.data[0])).toHaveLength(4);
});
