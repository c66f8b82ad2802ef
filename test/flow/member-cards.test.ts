import { erasePeople, exportPerson } from "@rewards/operations";
import { describe, expect, test } from "vitest";
import { expectError } from "./support/errors.ts";
import {
  addBalance,
  addStock,
  allTime,
  awaitStatus,
  balanceOf,
  entriesOf,
  freshKey,
  memberContent,
  redemptionContent,
  registerBasics,
  saleContent,
} from "./support/fixtures.ts";
import { expectBooksInOrder, useSharedStack } from "./support/stack.ts";

const stack = useSharedStack();

const act = (id: string, action: string, CardNumber: unknown) =>
  stack.client.act(id, action, { content: { CardNumber } });
const addCard = (id: string, card: unknown) => act(id, "AddCard", card);
const removeCard = (id: string, card: unknown) => act(id, "RemoveCard", card);
const place = { page: "", field: ".CardNumber" };
const taken = { code: "Error_Key_Taken", ...place };

/** A member with a card. */
async function holder() {
  const basics = await registerBasics(stack.client);
  const card = freshKey("card");
  expect((await addCard(basics.memberId, card)).status).toBe(200);
  return { ...basics, card };
}

test("a card is added and removed, each once, and history and audit name it without its number", async () => {
  const { client, database } = stack;
  const { memberId, member } = await registerBasics(client);
  const card = freshKey("card");
  expect((await addCard(memberId, card)).body).toEqual({
    data: { objectInfo: { status: "Open-Active" } },
    confirmationNote: "Card added.",
  });
  expectError(await addCard(memberId, card), 409, taken);
  const [held] = await client.records("MemberCards", { MemberExternalID: member });
  expect(held).toMatchObject({ CardNumber: card, Member: { ID: memberId }, RemoveDateTime: null });
  expect((await removeCard(memberId, card)).body).toEqual({
    data: { objectInfo: { status: "Open-Active" } },
    confirmationNote: "Card removed.",
  });
  expectError(await removeCard(memberId, card), 422, { code: "Error_Card_Unknown", ...place });
  const history = await client.records("ObjectHistory", { ObjectID: memberId });
  expect(history.slice(1).map(({ Action, Field, From, To }) => [Action, Field, From, To])).toEqual([
    ["AddCard", "Card", "", held.ID],
    ["RemoveCard", "Card", held.ID, ""],
  ]);
  const audit = await database.sql`
    select operation, detail from audit_entry where record_id = ${memberId.replace("MEM-", "")}::uuid order by id`;
  expect(audit.map(({ operation }) => operation)).toEqual(["member:addCard", "member:removeCard"]);
  expect(JSON.stringify([audit, history])).not.toContain(card);
});

test("a card number has the form of a key", async () => {
  const { memberId } = await registerBasics(stack.client);
  expectError(await addCard(memberId, undefined), 422, { code: "Error_Field_Required", ...place });
  expectError(await addCard(memberId, 5), 422, { code: "Error_Field_Type", ...place });
  expectError(await addCard(memberId, "x".repeat(256)), 422, { code: "Error_Field_Length", ...place });
  const surrogate = `erased-${"0".repeat(16)}-${"0".repeat(32)}`;
  expectError(await addCard(memberId, surrogate), 422, { code: "Error_Field_Format", ...place });
  const [padded, plain] = [freshKey(" card"), "card"];
  expect((await addCard(memberId, padded)).status).toBe(200);
  expect(plain).toBe("card");
  expectError(await addCard(memberId, padded.trim()), 409, taken);
});

test("a key is one member's: 409 for a card of another, for another's ExternalID, and for a create with a card's number", async () => {
  const { client } = stack;
  const [one, other] = [await holder(), await holder()];
  for (const key of [other.card, other.member, one.member]) expectError(await addCard(one.memberId, key), 409, taken);
  expectError(await client.create("Member", memberContent(one.card)), 409, {
    code: "Error_Key_Taken",
    field: ".ExternalID",
  });
  await client.act(one.memberId, "Block", { content: {} });
  for (const call of [addCard(one.memberId, freshKey("card")), removeCard(one.memberId, one.card)])
    expectError(await call, 409, "Error_Status_Illegal");
});

test("sales, redemptions and AddBalance's look-up find the member by the card, and the vouchers are the member's", async () => {
  const { client } = stack;
  const { memberId, member, card, reward, rewardId, ...basics } = await holder();
  await addStock(client, rewardId, 5);
  for (const key of [card, member]) {
    const sale = saleContent({ ...basics, member: key });
    const id = await client.created("Sale", sale);
    const { MemberExternalID } = await awaitStatus(client, id, "Resolved-Completed");
    expect(MemberExternalID).toBe(key);
    expect((await client.create("Sale", sale)).body.ID).toBe(id);
  }
  expect(await balanceOf(client, card)).toBe(200);
  const done = await client.created("Redemption", redemptionContent(card, reward));
  await awaitStatus(client, done, "Resolved-Completed");
  const views = [
    "MemberBalances",
    "RedemptionItemsByMember",
    "GetMemberByBusinessKeys",
    "MemberCards",
    "ExpiringPoints",
  ];
  for (const view of [...views, "SegmentsByMember", "TierChangesByMember", "RuleProgress", "MemberTiers"]) {
    const name = view === "GetMemberByBusinessKeys" ? "ExternalID" : "MemberExternalID";
    const [byCard, byKey] = await Promise.all([card, member].map((key) => client.records(view, { [name]: key })));
    expect([view, byCard]).toEqual([view, byKey]);
    if (views.slice(0, 4).includes(view)) expect([view, byCard?.length]).toEqual([view, 1]);
  }
  expect(await entriesOf(client, card)).toEqual(await entriesOf(client, member));
  expect(await entriesOf(client, card)).toHaveLength(3);
  const { body } = await client.send("POST", "/dx/api/application/v2/data_views/MemberBalances/count", {
    dataViewParameters: { MemberExternalID: card },
  });
  expect(body).toMatchObject({ totalCount: 1 });
  expect((await client.records("GetMemberByBusinessKeys", { ExternalID: card }))[0].ID).toBe(memberId);
});

test("a sale that waits for a card goes on when somebody gets it; a return by the card takes what the sale gave", async () => {
  const { client } = stack;
  const basics = await registerBasics(client);
  const card = freshKey("card");
  const sold = saleContent({ ...basics, member: card });
  const sale = await client.created("Sale", sold);
  await awaitStatus(client, sale, "Pending-Awaiting Reference");
  await addCard(basics.memberId, card);
  await awaitStatus(client, sale, "Resolved-Completed");
  expect(await balanceOf(client, basics.member)).toBe(100);
  const SaleItems = [
    { ProductCode: basics.product, Quantity: -1, TotalAmount: -100, OriginalSaleExternalID: sold.ExternalID },
  ];
  const back = await client.created("Sale", saleContent({ ...basics, member: card }, { SaleItems }));
  await awaitStatus(client, back, "Resolved-Completed");
  expect(await balanceOf(client, basics.member)).toBe(0);
});

describe("a removed card", () => {
  test("finds nobody, its sales wait, and it stays its member's if anything was posted with it", async () => {
    const { client } = stack;
    const { memberId, member, card, ...basics } = await holder();
    const sold = saleContent({ ...basics, member: card });
    await awaitStatus(client, await client.created("Sale", sold), "Resolved-Completed");
    await removeCard(memberId, card);
    expect(await client.records("MemberBalances", { MemberExternalID: card })).toEqual([]);
    const late = await client.created("Sale", saleContent({ ...basics, member: card }));
    await awaitStatus(client, late, "Pending-Awaiting Reference");
    expectError(await client.create("Member", memberContent(card)), 409, "Error_Key_Taken");
    expectError(await addCard((await registerBasics(client)).memberId, card), 409, taken);
    const SaleItems = [
      { ProductCode: basics.product, Quantity: -1, TotalAmount: -100, OriginalSaleExternalID: sold.ExternalID },
    ];
    const back = await client.created("Sale", saleContent({ ...basics, member }, { SaleItems }));
    await awaitStatus(client, back, "Resolved-Completed");
    expect(await balanceOf(client, member)).toBe(0);
    expect((await addCard(memberId, card)).status).toBe(200);
    await awaitStatus(client, late, "Resolved-Completed");
    expect(await balanceOf(client, member)).toBe(100);
  });

  test("is free if nothing was posted with it, also while a sale waits for it", async () => {
    const { client } = stack;
    const { memberId, card, ...basics } = await holder();
    await removeCard(memberId, card);
    const sale = await client.created("Sale", saleContent({ ...basics, member: card }));
    await awaitStatus(client, sale, "Pending-Awaiting Reference");
    await client.created("Member", memberContent(card));
    await awaitStatus(client, sale, "Resolved-Completed");
    expect(await balanceOf(client, card)).toBe(100);
    expect(await balanceOf(client, basics.member)).toBe(0);
  });
});

test("of many who want one key at once, as a card or as an ExternalID, one gets it, and the waiting sale is that one's", async () => {
  const { client } = stack;
  const basics = await registerBasics(client);
  const members = await Promise.all(
    Array.from({ length: 4 }, () => client.created("Member", memberContent(freshKey("m")))),
  );
  for (let round = 0; round < 5; round += 1) {
    const key = freshKey("card");
    const sale = await client.created("Sale", saleContent({ ...basics, member: key }));
    const answers = await Promise.all([
      ...members.map((id) => addCard(id, key)),
      client.create("Member", memberContent(key)),
    ]);
    expect(answers.map(({ status }) => (status === 409 ? 409 : 200)).sort()).toEqual([200, 409, 409, 409, 409]);
    await awaitStatus(client, sale, "Resolved-Completed");
    const earned = (await entriesOf(client, key)).filter(
      ({ Source }: { Source: { ID: string } }) => Source.ID === sale,
    );
    expect(earned).toHaveLength(1);
  }
});

test("an erasure by a card erases the person: no number is left, and it is never credited to who gets it later", async () => {
  const { client, database } = stack;
  const { memberId, card, ...basics } = await holder();
  const sold = saleContent({ ...basics, member: card });
  const sale = await client.created("Sale", sold);
  await awaitStatus(client, sale, "Resolved-Completed");
  const author = { actor: "olga" };
  const exported: string[] = [];
  await exportPerson(database.sql, card, author, (table, row) => exported.push(`${table} ${row}`));
  expect(exported.filter((row) => row.startsWith("member "))).toHaveLength(1);
  expect(exported.find((row) => row.startsWith("member_key "))).toContain(card);
  expect(await erasePeople(database.sql, [card], author)).toMatchObject({ erased: 1, unknown: [] });
  const dump = await database.sql`
    select (select string_agg(t::text, ' ') from member_key t) || (select string_agg(t::text, ' ') from sale t)
      || (select string_agg(t::text, ' ') from history t) || (select string_agg(t::text, ' ') from audit_entry t) as text`;
  expect(dump[0]?.["text"]).not.toContain(`${card}"`);
  expect(dump[0]?.["text"]).not.toMatch(new RegExp(`\\b${card}\\b`));
  expect((await client.create("Sale", sold)).body.ID).toBe(sale);
  expectError(await addCard(memberId, freshKey("card")), 409, "Error_Member_Erased");
  const late = await client.created("Sale", saleContent({ ...basics, member: card }));
  const other = await registerBasics(client);
  await addCard(other.memberId, card);
  expect((await awaitStatus(client, late, "Resolved-Rejected")).ConfirmationNote).toMatch(/erased/);
  const own = await client.created("Sale", saleContent({ ...basics, member: card }));
  await awaitStatus(client, own, "Resolved-Completed");
  expect(await balanceOf(client, other.member)).toBe(100);
});

test("a member is adjusted by the ID that a card finds", async () => {
  const { client } = stack;
  const { card, member } = await holder();
  const [balance] = await client.records("MemberBalances", { MemberExternalID: card });
  expect((await addBalance(client, balance.Member.ID, 5)).status).toBe(200);
  expect(await balanceOf(client, member)).toBe(5);
  expect(await client.records("LedgerEntriesBetweenDates", { MemberExternalID: card, ...allTime })).toHaveLength(1);
});

test("after all of this the books add up", async () => expectBooksInOrder(stack));
