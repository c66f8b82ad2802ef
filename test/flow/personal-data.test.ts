import { parseId } from "@rewards/domain";
import { findFreePort } from "@rewards/embedded";
import { beforeEach, expect, test } from "vitest";
import { type Answer, root } from "./support/client.ts";
import { onMembers, operatorToken } from "./support/dead-letters.ts";
import { expectError } from "./support/errors.ts";
import {
  addBalance,
  addStock,
  allTime,
  awaitStatus,
  balanceOf,
  redeemed,
  redemptionContent,
  registerBasics,
  saleContent,
} from "./support/fixtures.ts";
import { insist } from "./support/load.ts";
import { expectBooksInOrder, inTransaction, useStack } from "./support/stack.ts";
import { tablesWith } from "./support/tables.ts";

const person = {
  FullName: "Wilhelmina Unmistakable",
  EmailAddress: "wilhelmina@unmistakable.example",
  MobileNumber: "491709998887",
  ExternalID: "unmistakable-member-77",
};
/** Names no person. Logs have it in one field, so that an operator finds the sale. */
const saleKey = "till-7-sale-77";

const stack = useStack({ env: { LOG_LEVEL: "trace", OPERATOR_TOKEN: operatorToken } });

let seen = 0;
beforeEach(() => {
  seen = stack.lines.length;
});

/** Expects no personal data and no caller's key in the log lines of any process. */
async function expectNoTrace(): Promise<void> {
  await Promise.all([stack.startApi(), stack.startWorker()]);
  expect(stack.lines.length).toBeGreaterThan(seen);
  for (const line of stack.lines.slice(seen)) {
    for (const value of [...Object.values(person), "unmistakable"]) expect(line).not.toContain(value);
    expect(line.replaceAll(new RegExp(`"externalId":"${saleKey}[^"]*"`, "g"), "")).not.toContain(saleKey);
  }
}

test("a whole flow with refusals leaves no personal data in any log line", async () => {
  const { client } = stack;
  const basics = await registerBasics(client);
  const member = person.ExternalID;
  const sale = saleContent({ ...basics, member }, { ExternalID: saleKey });
  const waiting = await client.created("Sale", sale);
  await awaitStatus(client, waiting, "Pending-Awaiting Reference");
  const memberId = await client.created("Member", { ...person, ProgramBusinessID: "REWARDS" });
  await awaitStatus(client, waiting, "Resolved-Completed");
  await addStock(client, basics.rewardId, 2);
  const item = await redeemed(client, redemptionContent(member, basics.reward, { VoucherCode: "unmistakable-code" }));
  await client.act(item.ID, "Use");
  const refusals = [
    client.create("Member", { ...person, ProgramBusinessID: "REWARDS" }),
    client.create("Member", { ...person, ProgramBusinessID: "unmistakable" }),
    client.create("Member", { ...person, EmailAddress: `${person.EmailAddress}@` }),
    client.create("Sale", { ...sale, Origin: "POS" }),
    client.sendRaw("POST", `${root}/objects`, `{"objectTypeID":"Member","content":${JSON.stringify(person)}`),
    addBalance(client, memberId, -1_000_000),
    client.act(item.ID, "Use"),
    client.view("GetMemberByBusinessKeys", { ExternalID: `${member}\0` }),
    client.send("GET", `/${member}`),
  ];
  for (const refusal of refusals) expect((await refusal).status).toBeGreaterThanOrEqual(400);
  await client.created("Redemption", redemptionContent(member, "unmistakable-reward"));
  await expectBooksInOrder(stack);
  await expectNoTrace();
});

test("history and ledger hold no personal data, so that erasing a person from the records is enough", async () => {
  const { client, database } = stack;
  const basics = await registerBasics(client);
  const key = `${person.ExternalID}-erased`;
  const waiting = await client.created(
    "Sale",
    saleContent({ ...basics, member: key }, { ExternalID: `${saleKey}-erased` }),
  );
  await awaitStatus(client, waiting, "Pending-Awaiting Reference");
  const late = await client.created("Sale", saleContent({ ...basics, member: key, store: "unmistakable-store" }));
  await awaitStatus(client, late, "Pending-Awaiting Reference");
  const memberId = await client.created("Member", { ...person, ExternalID: key, ProgramBusinessID: "REWARDS" });
  await awaitStatus(client, waiting, "Resolved-Completed");
  await addBalance(client, memberId, 10);
  for (const EmailAddress of ["unmistakable@example.com", person.EmailAddress])
    expect(await client.act(memberId, "Edit", { content: { EmailAddress } })).toMatchObject({ status: 200 });
  await client.created("Redemption", redemptionContent(key, "unmistakable-reward"));
  const { sql } = database;
  await sql`update member set full_name = '', email_address = '', mobile_number = '', external_id = 'erased' where external_id = ${key}`;
  for (const table of ["sale", "redemption"])
    await sql`update ${sql(table)} set member_external_id = 'erased', external_id = id::text, confirmation_note = '' where member_external_id = ${key}`;
  // Keys of sales are never changed, but by this test.
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update sale_key set external_id = sale_id::text where sale_id in (select id from sale where external_id = id::text)`;
  });
  const [left] = await sql<{ text: string }[]>`
    select string_agg(t, ' ') as text from (
      select h::text as t from history h union all select e::text from ledger_entry e union all select a::text from adjustment a) r`;
  for (const value of [...Object.values(person), key]) expect(left?.text).not.toContain(value);
  for (const id of [memberId, waiting, late])
    expect(JSON.stringify(await client.records("ObjectHistory", { ObjectID: id }))).not.toContain(
      "unmistakable-member",
    );
});

const canary = "canary-of-a-person";
const canaries = {
  ExternalID: `${canary}-key`,
  FullName: `${canary} name`,
  EmailAddress: "canary-of-a-person@example.com",
  MobileNumber: "4915550001112223",
  DateOfBirth: "1931-07-19",
};
const code = "Canary-Of-A-Person-Code";

const operate = (name: "export" | "erase", body: object) => onMembers(stack.client, name, body);

const keyed = (name: string) => ({ "Idempotency-Key": `${canary}-${name}` });
const values = [canary, ...Object.values(canaries), code];
const { ExternalID: key } = canaries;
const member = { ...canaries, ProgramBusinessID: "REWARDS" };

const adjust = (memberId: string) =>
  stack.client.act(
    memberId,
    "AddBalance",
    { content: { AdjustBalances: { Amount: 500, Name: "Points" } } },
    keyed("adjust"),
  );

/** A sale that waits for its member, whom it then gets, an adjustment, an Edit and redemptions. */
async function writeFlow(basics: Awaited<ReturnType<typeof registerBasics>>) {
  const { client } = stack;
  const sale = saleContent({ ...basics, member: key });
  const parked = await client.created("Sale", sale);
  await awaitStatus(client, parked, "Pending-Awaiting Reference");
  const first = await client.create("Member", member, keyed("create"));
  const memberId = first.body.ID;
  await awaitStatus(client, parked, "Resolved-Completed");
  const adjusted = await adjust(memberId);
  await client.act(memberId, "Edit", { content: { FullName: `${canaries.FullName} edited` } });
  await addStock(client, basics.rewardId, 2);
  const redemption = redemptionContent(key, basics.reward, { VoucherCode: code });
  const redeeming = { ...redemption, ExternalID: "redemption-of-the-erased" };
  const item = await redeemed(client, redeeming);
  const redeemedAgain = await client.create("Redemption", redeeming);
  await client.created("Redemption", redemptionContent(key, "no-such-reward"));
  return { sale, parked, first, memberId, adjusted, redeeming, item, redeemedAgain };
}

type Flow = Awaited<ReturnType<typeof writeFlow>>;

async function expectSealedPageToken(): Promise<void> {
  const query = { sortBy: [{ field: "FullName", type: "DESC" }], select: [{ field: "FullName" }] };
  const page = await stack.client.send("POST", `${root}/data_views/MemberList`, { query, paging: { pageSize: 1 } });
  const { nextPageToken } = page.body;
  expect(page.body.data[0].FullName).toContain(canary);
  for (const form of [nextPageToken, Buffer.from(nextPageToken, "base64url").toString("latin1")])
    expect(form.toLowerCase()).not.toContain(canary);
}

/** @returns the key of the member after the erasure. */
async function expectErased({ memberId, parked, item }: Flow): Promise<string> {
  const { client, database } = stack;
  const erased = (await client.read(memberId)).body.data.objectInfo.content;
  expect(erased).toMatchObject({ FullName: "", Name: "", EmailAddress: "", MobileNumber: "", DateOfBirth: null });
  for (const ObjectID of [memberId, parked, item.ID])
    expect(JSON.stringify(await client.records("ObjectHistory", { ObjectID })).toLowerCase()).not.toContain(canary);
  const audit =
    await database.sql`select actor, operation from audit_entry where operation like 'member.%' order by id`;
  expect(audit.map(({ actor, operation }) => [actor, operation])).toEqual([
    ["olga", "member.export"],
    ["olga", "member.erase"],
  ]);
  return erased.ExternalID;
}

/** Later calls about the erased member are refused; repeats of earlier ones get their first answer. */
async function expectRepeats({ sale, parked, first, memberId, adjusted, redeeming, item, redeemedAgain }: Flow) {
  const { client } = stack;
  for (const [id, action] of [
    [memberId, "Edit"],
    [item.ID, "Lock"],
    [item.ID, "Use"],
  ])
    expectError(await client.act(id, action, { content: { FullName: canary } }), 409, "Error_Member_Erased");
  const points = { AdjustBalances: { Amount: 1, Name: "Points" } };
  const entries = () => stack.database.sql`select id from ledger_entry where member = ${parseId(memberId)?.uuid ?? ""}`;
  const before = await entries();
  expectError(await client.act(memberId, "AddBalance", { content: points }), 409, "Error_Member_Erased");
  expect(await entries()).toEqual(before);
  expect(await client.create("Sale", sale)).toMatchObject({ status: 201, body: { ID: parked } });
  expectError(await client.create("Sale", { ...sale, MemberExternalID: "another" }), 409, "Error_Key_Reused");
  expect((await client.create("Redemption", redeeming)).body).toEqual(redeemedAgain.body);
  expect((await adjust(memberId)).body).toEqual(adjusted.body);
  expect((await client.create("Member", member, keyed("create"))).body).toEqual(first.body);
}

/** Calls for the erased member leave nothing once they are rejected, and their repeats get the first answer. */
async function expectNothingOfRejected(basics: Awaited<ReturnType<typeof registerBasics>>): Promise<void> {
  const { client } = stack;
  const sale = saleContent({ ...basics, member: key });
  const late = await client.create("Sale", sale, keyed("late"));
  const { ConfirmationNote: note } = await awaitStatus(client, late.body.ID, "Resolved-Rejected");
  expect(note).toBe("Error_Member_Erased: when it was accepted, its MemberExternalID was an erased person's.");
  const redemption = redemptionContent(key, basics.reward, { VoucherCode: code });
  const asked = await client.create("Redemption", redemption, keyed("redeem"));
  await awaitStatus(client, asked.body.ID, "Resolved-Rejected");
  expect(await tablesWith(stack, values)).toEqual([]);
  for (const { body } of [late, asked])
    expect(JSON.stringify(await client.records("ObjectHistory", { ObjectID: body.ID }))).not.toContain(canary);
  for (const headers of [keyed("late"), {}])
    expect((await client.create("Sale", sale, headers)).body).toEqual(late.body);
  expect((await client.create("Redemption", redemption, keyed("redeem"))).body).toEqual(asked.body);
}

test("of all that a flow writes, only known tables hold a person's data; an export has it, and after an erasure nothing has", async () => {
  const { client } = stack;
  const basics = await registerBasics(client);
  const flow = await writeFlow(basics);
  await expectSealedPageToken();
  const before = await balanceOf(client, key);
  const holding = ["idempotency_key", "member", "redemption", "redemption_item", "sale"];
  expect(await tablesWith(stack, values)).toEqual(holding);

  const exported = await operate("export", { externalID: key });
  const text = JSON.stringify(exported.body).toLowerCase();
  for (const value of values) expect(text).toContain(value.toLowerCase());
  expect(new Set(exported.body.rows.map(({ table }: { table: string }) => table))).toEqual(
    new Set([...holding, "balance", "ledger_entry", "adjustment", "audit_entry", "history", "expiring"]),
  );

  expect(await operate("erase", { externalIDs: [key, "nobody", key] })).toMatchObject({
    status: 200,
    body: { erased: 1, unknown: ["nobody"], unanalyzed: [] },
  });
  expect(await tablesWith(stack, values)).toEqual([]);
  const surrogate = await expectErased(flow);
  expect(await balanceOf(client, surrogate)).toBe(before);
  await expectRepeats(flow);
  expect(await balanceOf(client, surrogate)).toBe(before);

  await expectNothingOfRejected(basics);
  await expectBooksInOrder(stack);
  for (const line of stack.lines.slice(seen))
    for (const value of values) expect(line.toLowerCase()).not.toContain(value.toLowerCase());
});

test("erasures that wait for a lock, and those behind them, hold no connection that creates need", async () => {
  const { sql } = stack.database;
  const { client } = await stack.startApi({ DATABASE_POOL_MAX: "2" });
  const members = [await registerBasics(client), await registerBasics(client)].map(({ member }) => member);
  const erase = (member: string) => insist(() => onMembers(client, "erase", { externalIDs: [member] }));
  let erasing: readonly Promise<Answer>[] = [];
  await inTransaction(stack.database, async (tx) => {
    await tx`select from member where external_id = any(${members}) for update`;
    erasing = members.map(erase);
    await expect
      .poll(() => sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
      .not.toHaveLength(0);
    await registerBasics(client);
  });
  for (const answer of erasing) expect(await answer).toMatchObject({ status: 200, body: { erased: 1 } });
});

test("an export of nobody is 404; wrong bodies are 422 and erase nobody", async () => {
  expectError(await operate("export", { externalID: "nobody" }), 404, "Error_Object_Unknown");
  expectError(await operate("export", {}), 422, { code: "Error_Field_Required", field: ".externalID" });
  const { member } = await registerBasics(stack.client);
  for (const [body, code] of [
    [{}, "Error_Field_Required"],
    [{ externalIDs: [] }, "Error_Field_Required"],
    [{ externalIDs: member }, "Error_Field_Type"],
    [{ externalIDs: [member, ""] }, "Error_Field_Required"],
    [{ externalIDs: Array.from({ length: 101 }, () => member) }, "Error_Field_Length"],
  ] as const)
    expectError(await operate("erase", body), 422, code);
  expect(await stack.client.records("GetMemberByBusinessKeys", { ExternalID: member })).toHaveLength(1);
});

test("a record that Postgres refuses is set aside, and the log does not repeat it", async () => {
  const { client, database } = stack;
  const basics = await registerBasics(client);
  // An example of a refused row: the error's detail contains the whole row.
  await database.sql`alter table sale add constraint poison check (not (point_of_sale_id = 'poison' and status = 'Resolved-Completed'))`;
  const content = { PointOfSaleID: "poison", ExternalID: `${saleKey}-poison` };
  await client.created("Member", {
    ...person,
    ExternalID: `${person.ExternalID}-poison`,
    ProgramBusinessID: "REWARDS",
  });
  const id = await client.created("Sale", saleContent({ ...basics, member: `${person.ExternalID}-poison` }, content));
  const good = await client.created("Sale", saleContent(basics));
  await awaitStatus(client, good, "Resolved-Completed");
  await expect.poll(() => database.sql`select attempts from failing`).toHaveLength(1);
  expect((await client.read(id)).body.data.objectInfo.status).toBe("Pending-Ready To Process");
  await expectNoTrace();
  await database.sql`alter table sale drop constraint poison`;
});

test("a write that fails inside the database is 5xx, and the log does not repeat the row", async () => {
  const { client, database } = stack;
  await database.sql`create function fail() returns trigger language plpgsql as $$ begin raise exception 'refused' using errcode = 'XX000', detail = 'Row ' || new::text; end $$`;
  await database.sql`create trigger fail before insert on member for each row execute function fail()`;
  const answer = await client.create("Member", {
    ...person,
    ExternalID: `${person.ExternalID}-fail`,
    ProgramBusinessID: "REWARDS",
  });
  expect(answer).toMatchObject({ status: 500, body: { errorDetails: [{ message: "Error_Service_Failed" }] } });
  expect(JSON.stringify(answer.body)).not.toContain("refused");
  await expectNoTrace();
});

test("reads that fail because Postgres is down do not log their parameters", async () => {
  const port = await findFreePort("127.0.0.1");
  const { client } = await stack.startApi({ DATABASE_URL: `postgres://127.0.0.1:${port}/none` });
  const asked = [
    client.view("GetMemberByBusinessKeys", { ExternalID: person.ExternalID }),
    client.view("LedgerEntriesBetweenDates", { MemberExternalID: person.ExternalID, ...allTime }),
    client.create(
      "Sale",
      saleContent({ member: person.ExternalID, store: "S", product: "P" }, { ExternalID: saleKey }),
    ),
  ];
  for (const answer of asked) expect(await answer).toMatchObject({ status: 503 });
  await expectNoTrace();
});
