import { describe, expect, test } from "vitest";
import { type Answer, root } from "./support/client.ts";
import { expectError } from "./support/errors.ts";
import { awaitStatus, balanceOf, freshKey, memberContent, registerBasics, saleContent } from "./support/fixtures.ts";
import { insist } from "./support/load.ts";
import { note } from "./support/records.ts";
import { expectBooksInOrder, inTransaction, useBasics, useStack } from "./support/stack.ts";

const stack = useStack({ workers: 2 });
const basics = useBasics(stack);

const before = {
  FullName: "Ada Exampel",
  EmailAddress: "ada@exampel.com",
  MobileNumber: "49170",
  DateOfBirth: "1990-05-17",
  JoinDateTime: "2026-01-15T09:30:00.000Z",
};
const after = {
  FullName: "Ada Example",
  EmailAddress: "Ada@Example.com",
  MobileNumber: "49171",
  DateOfBirth: "1980-02-29",
  JoinDateTime: "2025-12-31T23:00:00.000Z",
};
type Name = keyof typeof before;
const names = Object.keys(before) as Name[];

/** History never changes, so it keeps no values of personal fields. */
const kept = (name: string, ...values: unknown[]) => (name === "JoinDateTime" ? values : [null, null]);

const register = (more: object = {}) =>
  stack.client.created("Member", { ...memberContent(freshKey("person")), ...before, ...more });
const edit = (id: string, content: object, headers?: Record<string, string>) =>
  stack.client.act(id, "Edit", { content }, headers);
const contentOf = async (id: string) => (await stack.client.read(id)).body.data.objectInfo.content;
const historyOf = async (ObjectID: string) =>
  (await stack.client.records("ObjectHistory", { ObjectID })).map((row) => [
    row.ObjectVersion,
    row.Action,
    row.Field,
    row.From,
    row.To,
  ]);

/** The IDs of the members that a filter finds. */
async function found(field: string, comparator: string, value: unknown, ignoreCase = false): Promise<string[]> {
  const filter = { filterConditions: { F1: { lhs: { field }, comparator, rhs: { value }, ignoreCase } } };
  const { body } = await stack.client.send("POST", `${root}/data_views/MemberList`, { query: { filter } });
  return body.data.map((member: { ID: string }) => member.ID);
}

describe("an Edit of a member", () => {
  test.each(names)("changes %s alone; views and history show it at once", async (name) => {
    const id = await register();
    const { status, body, headers } = await edit(id, { [name]: after[name] });
    expect([status, body]).toEqual([200, { data: { objectInfo: { status: "Open-Active" } }, confirmationNote: note }]);
    expect(headers.get("etag")).toBe('w/"2"');
    const shown = { ...before, [name]: after[name] };
    const { ExternalID, ...content } = await contentOf(id);
    expect(content).toMatchObject({ ...shown, Name: shown.FullName, "@version": 2 });
    expect(await stack.client.records("GetMemberByBusinessKeys", { ExternalID })).toMatchObject([shown]);
    expect((await historyOf(id)).slice(1)).toEqual([[2, "Edit", name, ...kept(name, before[name], after[name])]]);
  });

  test("changes all fields at once, keeps them without content, and takes the same values without a change", async () => {
    const id = await register();
    for (const content of [after, { DateOfBirth: null, FullName: null }, after])
      expect(await edit(id, content)).toMatchObject({ status: 200 });
    expect(await contentOf(id)).toMatchObject({ ...after, "@version": 4 });
    expect((await historyOf(id)).slice(1)).toEqual([
      ...names.map((name) => [2, "Edit", name, ...kept(name, before[name], after[name])]),
      [3, "Edit", null, null, null],
      [4, "Edit", null, null, null],
    ]);
  });

  test("clears each optional field with an empty text", async () => {
    const id = await register();
    const { FullName, ...optional } = before;
    await edit(id, Object.fromEntries(Object.keys(optional).map((name) => [name, ""])));
    const cleared = { EmailAddress: "", MobileNumber: "", DateOfBirth: null, JoinDateTime: null };
    expect(await contentOf(id)).toMatchObject({ ...cleared, FullName });
    expect((await historyOf(id)).slice(1)).toEqual(
      Object.entries(cleared).map(([name, to]) => [2, "Edit", name, ...kept(name, before[name as Name], to)]),
    );
    await edit(id, before);
    expect(await contentOf(id)).toMatchObject(before);
  });

  test("never changes the business key, the programme or the origin", async () => {
    const id = await register({ Origin: "POS" });
    const { ExternalID } = await contentOf(id);
    await edit(id, { ExternalID: freshKey("other"), ProgramBusinessID: "OTHER", Origin: "API", Name: "x", ID: "x" });
    expect(await contentOf(id)).toMatchObject({ ...before, ExternalID, ProgramBusinessID: "REWARDS", Origin: "POS" });
  });

  test("with wrong values is refused with 422, all of them at once, and writes nothing", async () => {
    const id = await register();
    const wrong = [
      ["FullName", "", "Error_Field_Required"],
      ["EmailAddress", "ada@", "Error_Field_Format"],
      ["MobileNumber", "+49 170", "Error_Field_Format"],
      ["DateOfBirth", "1981-02-29", "Error_Field_Format"],
      ["JoinDateTime", "1899-12-31T00:00:00Z", "Error_Field_Range"],
    ] as const;
    const places = wrong.map(([name, , code]) => ({ code, page: "", field: `.${name}` }));
    expectError(await edit(id, Object.fromEntries(wrong)), 422, ...places);
    for (const [name, value, code] of wrong)
      expectError(await edit(id, { ...after, [name]: value }), 422, { code, page: "", field: `.${name}` });
    for (const name of names)
      expectError(await edit(id, { ...after, [name]: 5 }), 422, { code: "Error_Field_Type", field: `.${name}` });
    expectError(await edit(id, { FullName: "x".repeat(256) }), 422, "Error_Field_Length");
    expect(await contentOf(id)).toMatchObject({ ...before, "@version": 1 });
    expect(await historyOf(id)).toHaveLength(1);
  });

  test("with a stale If-Match is refused with 409 and changes nothing; a repeat with its key is done once", async () => {
    const id = await register();
    const first = await edit(id, { FullName: "First" }, { "If-Match": 'w/"1"', "Idempotency-Key": `edit-${id}` });
    expectError(await edit(id, { FullName: "Second" }, { "If-Match": 'w/"1"' }), 409, "Error_Version_Stale");
    const again = await edit(id, { FullName: "First" }, { "If-Match": 'w/"1"', "Idempotency-Key": `edit-${id}` });
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    const other = { FullName: "First", DateOfBirth: "" };
    expectError(await edit(id, other, { "Idempotency-Key": `edit-${id}` }), 409, "Error_Key_Reused");
    expect(await contentOf(id)).toMatchObject({ ...before, FullName: "First", "@version": 2 });
  });

  test("of an unknown member is 404, and of a member in another status 409", async () => {
    const id = await register();
    expectError(await edit(id.replace(/[0-9a-f]{12}$/, "0".repeat(12)), after), 404, "Error_Object_Unknown");
    const { sql } = stack.database;
    const uuid = id.slice("MEM-".length);
    await sql`update member set status = 'Resolved-Closed' where id = ${uuid}::uuid`;
    expectError(await edit(id, after), 409, "Error_Status_Illegal");
    await sql`update member set status = 'Open-Active' where id = ${uuid}::uuid`;
    expect(await contentOf(id)).toMatchObject({ ...before, "@version": 1 });
  });
});

test("members are found by e-mail address and mobile number, in any case if asked for, before and after an Edit", async () => {
  const id = await register({ EmailAddress: "Find.Me@example.com", MobileNumber: "4912345" });
  expect(await found("EmailAddress", "EQ", "Find.Me@example.com")).toEqual([id]);
  expect(await found("EmailAddress", "EQ", "find.me@example.com")).toEqual([]);
  expect(await found("EmailAddress", "EQ", "find.me@EXAMPLE.com", true)).toEqual([id]);
  expect(await found("MobileNumber", "EQ", "4912345")).toEqual([id]);
  await edit(id, { EmailAddress: "found@example.com", MobileNumber: "4954321" });
  expect(await found("EmailAddress", "EQ", "find.me@example.com", true)).toEqual([]);
  expect(await found("EmailAddress", "IN", ["FOUND@example.com", "x"], true)).toEqual([id]);
  expect(await found("MobileNumber", "IN", ["4912345", "4954321"])).toEqual([id]);
  await edit(id, { EmailAddress: "" });
  expect(await found("EmailAddress", "EQ", "")).toContain(id);
  expect(await found("EmailAddress", "NEQ", "found@example.com")).toContain(id);
});

test("a sale is posted while an Edit holds its member, and an Edit is done while a sale holds the member's balance", async () => {
  const { client, database } = stack;
  const { member, memberId } = basics;
  const uuid = memberId.slice("MEM-".length);
  await inTransaction(database, async (tx) => {
    await tx`select id from member where id = ${uuid}::uuid for update`;
    await awaitStatus(client, await client.created("Sale", saleContent(basics)), "Resolved-Completed");
  });
  await inTransaction(database, async (tx) => {
    await tx`select id from balance where member = ${uuid}::uuid for update`;
    expect(await edit(memberId, { FullName: "Edited" })).toMatchObject({ status: 200 });
  });
  expect(await balanceOf(client, member)).toBe(100);
});

test("sales, adjustments and Edits of one member in parallel lose nothing", async () => {
  const { client } = stack;
  const own = await registerBasics(client);
  const rounds = Array.from({ length: 40 }, (_, n) => n);
  function act(action: string, content: object): Promise<Answer> {
    const headers = { "Idempotency-Key": freshKey("act") };
    return insist(() => client.act(own.memberId, action, { content }, headers));
  }
  const sales = rounds.map(() => client.created("Sale", saleContent(own)));
  const acts = rounds.flatMap((n) => [
    act("Edit", { FullName: `Name ${n}`, EmailAddress: `n${n}@example.com` }),
    act("AddBalance", { AdjustBalances: { Amount: 1, Name: "Points" } }),
  ]);
  for (const { status } of await Promise.all(acts)) expect(status).toBe(200);
  for (const id of await Promise.all(sales)) await awaitStatus(client, id, "Resolved-Completed");
  expect(await balanceOf(client, own.member)).toBe(rounds.length * 101);
  const { FullName, EmailAddress, ...content } = await contentOf(own.memberId);
  expect(content["@version"]).toBe(1 + acts.length);
  expect(EmailAddress).toBe(`n${FullName.slice("Name ".length)}@example.com`);
});

test("after all of this the books add up", async () => expectBooksInOrder(stack));
