import { findFreePort } from "@rewards/embedded";
import { beforeEach, expect, test } from "vitest";
import { root } from "./support/client.ts";
import {
  addBalance,
  addStock,
  allTime,
  awaitStatus,
  redeemed,
  redemptionContent,
  registerBasics,
  saleContent,
} from "./support/fixtures.ts";
import { expectBooksInOrder, useStack } from "./support/stack.ts";

const person = {
  FullName: "Wilhelmina Unmistakable",
  EmailAddress: "wilhelmina@unmistakable.example",
  MobileNumber: "491709998887",
  ExternalID: "unmistakable-member-77",
};
const saleKey = "unmistakable-sale-77";

const stack = useStack({ env: { LOG_LEVEL: "trace" } });

let seen = 0;
beforeEach(() => {
  seen = stack.lines.length;
});

/** Expects no personal data and no caller's key in the log lines of any process. */
async function expectNoTrace(): Promise<void> {
  await Promise.all([stack.startApi(), stack.startWorker()]);
  expect(stack.lines.length).toBeGreaterThan(seen);
  for (const line of stack.lines.slice(seen))
    for (const value of [...Object.values(person), saleKey, "unmistakable"]) expect(line).not.toContain(value);
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
  await client.created("Redemption", redemptionContent(key, "unmistakable-reward"));
  const { sql } = database;
  await sql`update member set full_name = '', email_address = '', mobile_number = '', external_id = 'erased' where external_id = ${key}`;
  for (const table of ["sale", "redemption"])
    await sql`update ${sql(table)} set member_external_id = 'erased', external_id = id::text, confirmation_note = '' where member_external_id = ${key}`;
  const [left] = await sql<{ text: string }[]>`
    select string_agg(t, ' ') as text from (
      select h::text as t from history h union all select e::text from ledger_entry e union all select a::text from adjustment a) r`;
  for (const value of [...Object.values(person), key]) expect(left?.text).not.toContain(value);
  for (const id of [memberId, waiting, late])
    expect(JSON.stringify(await client.records("ObjectHistory", { ObjectID: id }))).not.toContain(
      "unmistakable-member",
    );
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
  await expect.poll(() => database.sql`select attempts from failing`, { timeout: 30_000 }).toHaveLength(1);
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
