import { expect, test } from "vitest";
import { root } from "./support/client.ts";
import { expectError } from "./support/errors.ts";
import {
  addBalance,
  allTime,
  awaitStatus,
  freshKey,
  memberContent,
  redeemed,
  redemptionContent,
  saleContent,
} from "./support/fixtures.ts";
import { timestamp } from "./support/records.ts";
import { expectBooksInOrder, useBasics, useSharedStack } from "./support/stack.ts";

const stack = useSharedStack();
const basics = useBasics(stack, { points: 100, stock: 10 });

const historyOf = (ObjectID: string) => stack.client.records("ObjectHistory", { ObjectID });

test("ObjectHistory shows an object's changes by version: who, when, which field, from what to what", async () => {
  const { client } = stack;
  const id = await client.created("Store", { StoreCode: freshKey("S"), Name: "Old", Address: { City: "Bonn" } });
  await client.act(id, "Edit", { content: { Name: "New", Address: { City: "Köln" } } });
  const row = (version: number, more: object) => ({
    "@class": "HistoryEntry",
    "@version": 1,
    ID: expect.stringMatching(/^HIS-[0-9a-f]{32}$/),
    Object: { "@class": "Store", ID: id },
    ObjectVersion: version,
    ConfirmationNote: expect.stringMatching(/\.$/),
    CreateDateTime: timestamp,
    CreateUser: { "@class": "User", ID: "USR-api" },
    CreateUserID: "api",
    PerformerUserName: "api",
    ...more,
  });
  expect(await historyOf(id)).toEqual([
    row(1, {
      Action: "Create",
      Field: "Status",
      From: null,
      To: "Open-Active",
      MessageText: 'Create: Status set to "Open-Active".',
    }),
    row(2, {
      Action: "Edit",
      Field: "Name",
      From: "Old",
      To: "New",
      MessageText: 'Edit: Name changed from "Old" to "New".',
    }),
    row(2, {
      Action: "Edit",
      Field: "Address.City",
      From: "Bonn",
      To: "Köln",
      MessageText: 'Edit: Address.City changed from "Bonn" to "Köln".',
    }),
  ]);
});

test("n8n's node reads, selects, filters and sorts an object's history, with an Edit that changed nothing too", async () => {
  const { client } = stack;
  const id = await client.created("Store", { StoreCode: freshKey("S"), Name: "Old", Description: "Corner" });
  await client.act(id, "Edit", { content: { Description: "" } });
  await client.act(id, "Edit", { content: {} });
  const ask = async (query: object) => {
    const body = { dataViewParameters: { ObjectID: id }, query };
    const answer = await client.send("POST", `${root}/data_views/ObjectHistory`, body);
    expect(answer.status).toBe(200);
    return answer.body.data.map((row: Record<string, unknown>) => row["MessageText"]);
  };
  const all = ['Create: Status set to "Open-Active".', 'Edit: Description changed from "Corner" to "".', "Edit."];
  const select = ["MessageText", "PerformerUserName", "CreateDateTime"].map((field) => ({ field }));
  expect(await ask({ select })).toEqual(all);
  expect(await ask({ select, sortBy: [{ field: "MessageText", type: "DESC" }] })).toEqual(all.toSorted().toReversed());
  const condition = (field: string, comparator: string, value: string) => ({
    select,
    filter: { filterConditions: { F1: { lhs: { field }, comparator, rhs: { value } } } },
  });
  expect(await ask(condition("MessageText", "CONTAINS", "Description"))).toEqual([all[1]]);
  expect(await ask(condition("PerformerUserName", "EQ", "api"))).toEqual(all);
  expect(await ask(condition("PerformerUserName", "NEQ", "api"))).toEqual([]);
});

test("a caller sees its change in the history at once, and a refused one never", async () => {
  const { client } = stack;
  for (let version = 3; version < 8; version += 1) {
    await addBalance(client, basics.memberId, 1);
    expect((await historyOf(basics.memberId)).at(-1)).toMatchObject({ ObjectVersion: version, Action: "AddBalance" });
    expect((await addBalance(client, basics.memberId, -1_000)).status).toBe(422);
    expect((await historyOf(basics.memberId)).at(-1)).toMatchObject({ ObjectVersion: version });
  }
});

interface Entry {
  readonly CurrencyAwarded: number;
  readonly Reason: string;
  readonly Why: { readonly reason?: string };
}

test("the reason of an AddBalance is in its entry, in the history and in the audit; another has none", async () => {
  const { client, database } = stack;
  const key = freshKey("member");
  const id = await client.created("Member", memberContent(key));
  const Reason = "Goodwill: the till was slow";
  await client.act(id, "AddBalance", { content: { AdjustBalances: { Amount: 5, Name: "Points", Reason } } });
  await addBalance(client, id, 2);
  const entries = async (query?: object) => {
    const body = { dataViewParameters: { MemberExternalID: key, ...allTime }, query };
    const { data } = (await client.send("POST", `${root}/data_views/LedgerEntriesBetweenDates`, body)).body;
    return data.map((entry: Entry) => [entry.CurrencyAwarded, entry.Reason, entry.Why.reason]);
  };
  const all = [
    [5, Reason, Reason],
    [2, "", undefined],
  ];
  expect(await entries()).toEqual(all);
  const filterConditions = { F1: { lhs: { field: "Reason" }, comparator: "CONTAINS", rhs: { value: "Goodwill" } } };
  expect(await entries({ filter: { filterConditions } })).toEqual(all.slice(0, 1));
  const changes = (await historyOf(id)).map(({ Field, From, To }) => [Field, From, To]);
  expect(changes.slice(1)).toEqual([
    ["Balance.Points", "0", "5"],
    ["Reason", "", Reason],
    ["Balance.Points", "5", "7"],
  ]);
  const uuid = id.replace("MEM-", "");
  const audit = await database.sql`select reason from audit_entry where record_id = ${uuid}::uuid order by id`;
  expect(audit.map(({ reason }) => reason)).toEqual([Reason, ""]);
});

test("the history of a sale, a redemption and its voucher is there as soon as they are settled", async () => {
  const { client } = stack;
  const sale = await client.created("Sale", saleContent(basics));
  await awaitStatus(client, sale, "Resolved-Completed");
  expect(await historyOf(sale)).toMatchObject([
    { ObjectVersion: 1, Action: "Create", To: "Pending-Ready To Process" },
    { ObjectVersion: 2, Action: "Complete", Field: "Status", To: "Resolved-Completed", CreateUserID: "system" },
    { ObjectVersion: 2, Action: "Sale", Field: "Balance.Points" },
  ]);
  const item = await redeemed(client, redemptionContent(basics.member, basics.reward));
  await client.act(item.ID, "Use");
  expect(await historyOf(item.Redemption.ID)).toMatchObject([
    { Action: "Create" },
    { Action: "Complete" },
    { Action: "Redemption", Field: "Balance.Points" },
  ]);
  expect(await historyOf(item.ID)).toMatchObject([
    { Action: "Create", CreateUserID: "system" },
    { Action: "Use", From: "Open-Available With Expiry", To: "Resolved-Completed" },
  ]);
});

test("an invalid ID is refused with 400; the ID of no record, or of a record that is not an object, has no history", async () => {
  const { client } = stack;
  const ask = (dataViewParameters: object | null) => client.view("ObjectHistory", dataViewParameters);
  const place = { page: ".dataViewParameters", field: ".ObjectID" };
  for (const given of [null, {}, { ObjectID: null }, { ObjectID: "" }])
    expectError(await ask(given), 400, { code: "Error_Parameter_Required", ...place });
  for (const ObjectID of ["x", "STO-1", 1, `${basics.storeId}0`, basics.storeId.toLowerCase(), "%", "STO-\0"])
    expectError(await ask({ ObjectID }), 400, { code: "Error_Parameter_Type", ...place });
  const [programme] = await client.records("ProgramList");
  for (const ObjectID of [
    programme.ID,
    basics.storeId.replace("STO", "MEM"),
    basics.storeId.replace(/[0-9a-f]{12}$/, "0".repeat(12)),
  ])
    expect((await ask({ ObjectID })).body).toMatchObject({ data: [], resultCount: 0 });
});

test("after all of this the books add up", async () => expectBooksInOrder(stack));
