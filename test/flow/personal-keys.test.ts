import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { type Client, root } from "./support/client.ts";
import { onMembers, operatorToken } from "./support/dead-letters.ts";
import { expectError } from "./support/errors.ts";
import { addBalance, awaitStatus, freshKey, registerBasics, saleContent } from "./support/fixtures.ts";
import { expectBooksInOrder, useStack } from "./support/stack.ts";
import { tablesWith } from "./support/tables.ts";

const newKey = (id: string) => `${id}:${randomBytes(32).toString("base64")}`;
const [k1, k2] = [newKey("k1"), newKey("k2")];

const stack = useStack({ env: { LOG_LEVEL: "trace", OPERATOR_TOKEN: operatorToken, PERSONAL_DATA_KEYS: k1 } });

const person = {
  FullName: "Wilma Canary",
  EmailAddress: "Wilma@canary.example",
  MobileNumber: "4915550009998",
  DateOfBirth: "1931-07-19",
};
const values = ["canary", person.MobileNumber, person.DateOfBirth];

const filterBy = (field: string, comparator: string, value: unknown, ignoreCase = false) => ({
  filter: { filterConditions: { F1: { lhs: { field }, comparator, rhs: { value, values: value }, ignoreCase } } },
});
const list = (client: Client, query: object, view = "MemberList") =>
  client.send("POST", `${root}/data_views/${view}`, { query });
const idsOf = ({ body }: { body: { data: { ID: string }[] } }) => body.data.map(({ ID }) => ID).sort();
const readyOf = async (client: Client) => (await client.send("GET", "/readyz")).body;

/** Look-ups by personal fields find the member of this ID, if they should. */
async function expectFound(client: Client, id: string): Promise<void> {
  for (const [field, comparator, value, ignoreCase, isFound] of [
    ["EmailAddress", "EQ", person.EmailAddress, false, true],
    ["EmailAddress", "EQ", "wilma@CANARY.example", false, false],
    ["EmailAddress", "EQ", "wilma@CANARY.example", true, true],
    ["MobileNumber", "IN", ["1", person.MobileNumber], false, true],
  ] as const)
    expect(idsOf(await list(client, filterBy(field, comparator, value, ignoreCase)))).toEqual(isFound ? [id] : []);
  expect(idsOf(await list(client, filterBy("MobileNumber", "NEQ", "")))).toEqual([id]);
  const counted = await client.send("POST", `${root}/data_views/MemberList/count`, {
    query: filterBy("MobileNumber", "NOT_IN", ["1", ""]),
  });
  expect(counted.body.totalCount).toBe(1);
}

test("with a key no table and no log line holds a personal value in clear; reads, look-ups, an export and an erasure work", async () => {
  const { client } = stack;
  const basics = await registerBasics(client);
  const ExternalID = freshKey("person");
  const id = await client.created("Member", {
    ...person,
    FullName: "Wrong Canary",
    ExternalID,
    ProgramBusinessID: "REWARDS",
  });
  expect(await client.act(id, "Edit", { content: { FullName: person.FullName } })).toMatchObject({ status: 200 });
  await addBalance(client, id, 10);
  const sold = await client.created("Sale", saleContent({ ...basics, member: ExternalID }));
  await awaitStatus(client, sold, "Resolved-Completed");
  expect(await tablesWith(stack, values)).toEqual([]);
  for (const line of stack.lines) for (const value of values) expect(line.toLowerCase()).not.toContain(value);

  const shown = { ...person, Name: person.FullName };
  expect((await client.read(id)).body.data.objectInfo.content).toMatchObject(shown);
  const { fields } = (await client.send("GET", `${root}/objects/${id}/actions/Edit`)).body.data.action;
  for (const [name, value] of Object.entries(person))
    expect(fields).toContainEqual(expect.objectContaining({ name, value }));
  expect(await client.records("GetMemberByBusinessKeys", { ExternalID })).toMatchObject([shown]);
  const behind = {
    select: [{ field: "Member.FullName" }],
    ...filterBy("Member.EmailAddress", "EQ", person.EmailAddress),
  };
  const balances = await client.send("POST", `${root}/data_views/MemberBalances`, {
    dataViewParameters: { MemberExternalID: ExternalID },
    query: behind,
  });
  expect(balances.body.data).toMatchObject([{ "Member.FullName": person.FullName }]);
  await expectFound(client, id);

  const exported = await onMembers(client, "export", { externalID: ExternalID });
  const row = exported.body.rows.find(({ table }: { table: string }) => table === "member").row;
  expect(row).toMatchObject({ full_name: person.FullName, email_address: person.EmailAddress });
  const erased = await onMembers(client, "erase", { externalIDs: [ExternalID] });
  expect(erased.body).toEqual({ erased: 1, unknown: [], unanalyzed: [] });
  expect((await client.read(id)).body.data.objectInfo.content).toMatchObject({
    FullName: "",
    EmailAddress: "",
    DateOfBirth: null,
  });
  expect(idsOf(await list(client, filterBy("MobileNumber", "EQ", person.MobileNumber)))).toEqual([]);
});

test.each([
  [filterBy("EmailAddress", "STARTS_WITH", "w"), "Error_Query_ComparatorUnsuited", ".comparator"],
  [filterBy("Name", "EQ", "w"), "Error_Query_FieldUnknown", ".lhs"],
  [filterBy("DateOfBirth", "IS_NULL", ""), "Error_Query_FieldUnknown", ".lhs"],
  [{ sortBy: [{ field: "FullName" }] }, "Error_Query_FieldUnknown", ".sortBy"],
  [{ select: [{ field: "MobileNumber" }], distinctResultsOnly: true }, "Error_Query_FieldUnknown", ".select"],
  [{ aggregations: { N: { field: "DateOfBirth", summaryFunction: "MIN" } } }, "Error_Query_FieldUnknown", ".field"],
])("a query that goes by encrypted values is 400 and says so: %j", async (query, code, field) => {
  const answer = await list(stack.client, query);
  expectError(answer, 400, { code, field });
  expect(answer.body.errorDetails[0].localizedValue).toContain("is encrypted");
});

test("the metadata of a view says what is left", async () => {
  const { fields } = (await stack.client.send("GET", `${root}/data_views/MemberList/metadata`)).body;
  const shown = (name: string) => fields.find(({ fieldID }: { fieldID: string }) => fieldID === name);
  expect(shown("EmailAddress")).toMatchObject({ isFilterable: true, isSortable: false });
  expect(shown("FullName")).toMatchObject({ isFilterable: false, isSortable: false });
  expect(shown("ExternalID")).toMatchObject({ isFilterable: true, isSortable: true });
});

test("an API that lacks a key says which, takes sales, and neither shows nor stores what it cannot read or seal", async () => {
  const { client } = stack;
  const basics = await registerBasics(client);
  const lacks = /PERSONAL_DATA_KEYS lacks: k1\. .*docs\/security\.md/;
  const apis = [
    ["", lacks],
    [k2, lacks],
    [newKey("k1"), /PERSONAL_DATA_KEYS has other keys under these IDs .*: k1\. Set the right ones/],
  ] as const;
  const work = apis.map(async ([PERSONAL_DATA_KEYS, reason]) => {
    const { client: blind, lines } = await stack.startApi({ PERSONAL_DATA_KEYS });
    await expect
      .poll(() => readyOf(blind))
      .toMatchObject({
        status: "degraded",
        postgres: "up",
        reason: expect.stringMatching(reason),
      });
    const isSaid = () => lines.some((line) => line.includes("encrypted with a key that this process lacks"));
    await expect.poll(isSaid).toBe(true);
    for (const refused of [
      blind.read(basics.memberId),
      blind.view("MemberList"),
      list(blind, filterBy("EmailAddress", "EQ", person.EmailAddress)),
      blind.act(basics.memberId, "Edit", { content: { FullName: "x" } }),
    ])
      expectError(await refused, 503, "Error_Service_Unavailable");
    expectError(await list(blind, { sortBy: [{ field: "FullName" }] }), 400, "Error_Query_FieldUnknown");
    expect(await blind.view("MemberList", null, ["ExternalID", "Status"])).toMatchObject({ status: 200 });
    await addBalance(blind, basics.memberId, 5);
    await awaitStatus(client, await blind.created("Sale", saleContent(basics)), "Resolved-Completed");
    return blind;
  });
  const [without = client, , other = client] = await Promise.all(work);
  const content = { ...person, ExternalID: freshKey("refused"), ProgramBusinessID: "REWARDS" };
  for (const lacking of [without, other])
    expectError(await lacking.create("Member", content), 503, "Error_Service_Unavailable");
  expect(await client.records("GetMemberByBusinessKeys", { ExternalID: content.ExternalID })).toEqual([]);
  await expect.poll(() => readyOf(client)).toMatchObject({ status: "ok" });
  await expectBooksInOrder(stack);
});
