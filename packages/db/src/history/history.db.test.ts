import {
  type DataViewDefinition,
  dataViewOf,
  formatId,
  idPrefixOf,
  member,
  type ObjectDefinition,
  objects,
  parseParameters,
  parseQuery,
  product,
  redemption,
  redemptionItem,
  reward,
  sale,
  segment,
  store,
} from "@rewards/domain";
import { describe, expect, test } from "vitest";
import {
  keyOf,
  newId,
  newMember,
  newOf,
  newProduct,
  newRedemption,
  newReward,
  newSale,
  newSegment,
  newStore,
  times,
} from "../../../../test/src/records.ts";
import { verifyBooks } from "../../../operations/src/books/books.verify.ts";
import { discardDeadLetter } from "../../../operations/src/dead-letter/dead-letter.discard.ts";
import { plantDeadLetters, stagedRecords } from "../../../operations/src/testing/dead-letters.ts";
import { fulfilRedemptions } from "../redemption/redemption.process.ts";
import { expireItems } from "../redemption-item/redemption-item.expire.ts";
import { postSales } from "../sale/sale.commit.ts";
import { parkSales } from "../sale/sale.park.ts";
import { openSegments } from "../segment.process.ts";
import { insertAll, openTestDatabase } from "../testing/database.ts";
import { expireByHand, mintItems, redemptionDeps } from "../testing/items.ts";
import { insertSales, openShop, planSales } from "../testing/shop.ts";
import { addPoints, createTarget, requireAction, runAsClerk } from "../testing/targets.ts";
import { collectAnswer, createViewRunner } from "../view/view.compile.ts";

const database = await openTestDatabase(10);
const { sql } = database;
const runner = createViewRunner(database.readDb);
const view = dataViewOf("ObjectHistory") as DataViewDefinition;
const shop = await openShop(sql, 2);

const publicId = (className: string, id: string) => formatId(idPrefixOf(className) as string, id);

async function historyOf({ class: name }: { class: string }, id: string) {
  const parameters = parseParameters(view, { ObjectID: publicId(name, id) });
  return (await collectAnswer(runner, { view, parameters, user: "api", query: parseQuery(view, {}) })).data;
}

/** Version, action, field, from, to and user of each row. */
async function stepsOf(definition: { class: string }, id: string): Promise<unknown[][]> {
  const rows = await historyOf(definition, id);
  return rows.map((row) => ["ObjectVersion", "Action", "Field", "From", "To", "CreateUserID"].map((name) => row[name]));
}

async function act(target: ObjectDefinition, name: string, id: string, content?: unknown): Promise<void> {
  await runAsClerk(sql, requireAction(target, name), { id, content });
}

const created = (to: string, user = "api") => [1, "Create", "Status", null, to, user];
const rowOf = async ({ noun }: ObjectDefinition, id: string) =>
  (
    await sql`select version, status, confirmation_note, update_date_time, update_user_id, create_date_time from ${sql(noun)} where id = ${id}`
  )[0];

describe("history shows", () => {
  test("for an Edit each field with its value before and after, also within a page; for an Edit of nothing, one row", async () => {
    const [id = ""] = await insertAll(sql, store, [newStore("history-1", { Address: { City: "Bern" } })]);
    await act(store, "Edit", id, { Name: "Kiosk", IsParticipating: false, Address: { City: "Basel", Country: "CH" } });
    await act(store, "Edit", id, { Name: "Kiosk" });
    await act(store, "Edit", id, { StoreCode: "history-2", Description: "By the station" });
    expect(await stepsOf(store, id)).toEqual([
      created("Open-Active"),
      [2, "Edit", "Name", "Corner shop", "Kiosk", "clerk"],
      [2, "Edit", "Address.City", "Bern", "Basel", "clerk"],
      [2, "Edit", "Address.Country", "", "CH", "clerk"],
      [2, "Edit", "IsParticipating", "true", "false", "clerk"],
      [3, "Edit", null, null, null, "clerk"],
      [4, "Edit", "Description", "", "By the station", "clerk"],
      [4, "Edit", "StoreCode", "history-1", "history-2", "clerk"],
    ]);
  });

  test("only the given object when filtered by its ID, as Object or as Object.ID", async () => {
    const [id = "", other = ""] = await insertAll(sql, store, [newStore(), newStore()]);
    const counted = (field: string, comparator: string, of: string) => {
      const condition = { lhs: { field }, comparator, rhs: { value: publicId("Store", of) } };
      const query = parseQuery(view, { query: { filter: { filterConditions: { condition } } } });
      return runner.count({
        view,
        parameters: parseParameters(view, { ObjectID: publicId("Store", id) }),
        user: "api",
        query,
      });
    };
    for (const field of ["Object", "Object.ID"]) {
      expect([await counted(field, "EQ", id), await counted(field, "EQ", other)]).toEqual([1, 0]);
      expect([await counted(field, "NEQ", id), await counted(field, "NEQ", other)]).toEqual([0, 1]);
    }
  });

  test("page after page in the requested order, also by a field that is equal in all rows", async () => {
    const [id = ""] = await insertAll(sql, store, [newStore()]);
    await act(store, "Edit", id, { Name: "B", Description: "C" });
    await act(store, "Edit", id, { Name: "A" });
    const ask = (paging: object) => {
      const query = { sortBy: [{ field: "@version" }], select: [{ field: "To" }] };
      const parameters = parseParameters(view, { ObjectID: publicId("Store", id) });
      return collectAnswer(runner, { view, parameters, user: "api", query: parseQuery(view, { query, paging }) });
    };
    const read: unknown[] = [];
    let nextPageToken: string | undefined;
    do {
      const answer = await ask({ pageSize: 1, nextPageToken });
      read.push(...answer.data.map(({ To }) => To));
      nextPageToken = answer.nextPageToken;
    } while (nextPageToken !== undefined);
    expect(read).toEqual(["Open-Active", "B", "C", "A"]);
  });

  test("for AddBalance the balance before and after, in its currency", async () => {
    const id = await createTarget(sql, member);
    await act(member, "AddBalance", id, addPoints(7.5));
    await act(member, "AddBalance", id, addPoints(-2));
    expect(await stepsOf(member, id)).toEqual([
      created("Open-Active"),
      [2, "AddBalance", "Balance.Points", "0", "7.5", "clerk"],
      [3, "AddBalance", "Balance.Points", "7.5", "5.5", "clerk"],
    ]);
  });

  test("for AddRewardStock the stock added before and after, and for DeleteObject the status", async () => {
    const id = await createTarget(sql, reward);
    for (const RewardQuantity of [3, 4]) await act(reward, "AddRewardStock", id, { RewardQuantity });
    await act(reward, "DeleteObject", id);
    expect(await stepsOf(reward, id)).toEqual([
      created("Open-Active"),
      [2, "AddRewardStock", "RewardQuantity", "0", "3", "clerk"],
      [3, "AddRewardStock", "RewardQuantity", "3", "7", "clerk"],
      [4, "DeleteObject", "Status", "Open-Active", "Resolved-Deleted", "clerk"],
    ]);
    const [gone = ""] = await insertAll(sql, product, [newProduct()]);
    await act(product, "DeleteObject", gone);
    expect(await stepsOf(product, gone)).toEqual([
      created("Open-Active"),
      [2, "DeleteObject", "Status", "Open-Active", "Resolved-Deleted", "clerk"],
    ]);
  });

  test("for a voucher that it was created, locked and used, or that it expired", async () => {
    const [used = "", expired = ""] = await mintItems(sql, 2);
    const minted = created("Open-Available With Expiry", "system");
    for (const name of ["Lock", "Use"]) await act(redemptionItem, name, used);
    await act(redemptionItem, "Lock", expired);
    await expireByHand(sql, [expired]);
    expect(await expireItems(sql)).toBe(1);
    expect(await stepsOf(redemptionItem, used)).toEqual([
      minted,
      [2, "Lock", "Status", "Open-Available With Expiry", "Open-Active", "clerk"],
      [3, "Use", "Status", "Open-Active", "Resolved-Completed", "clerk"],
    ]);
    expect(await stepsOf(redemptionItem, expired)).toEqual([
      minted,
      [2, "Lock", "Status", "Open-Available With Expiry", "Open-Active", "clerk"],
      [3, "Expire", "Status", "Open-Active", "Resolved-Expired", "system"],
    ]);
  });

  test("for a segment that it was opened and marked inactive", async () => {
    const [opened = ""] = await insertAll(sql, segment, [newSegment()]);
    await openSegments(sql, [opened]);
    await openSegments(sql, [opened]);
    await act(segment, "MarkAsInactive", opened);
    expect(await stepsOf(segment, opened)).toEqual([
      created("New-Segment Case creation"),
      [2, "Open", "Status", "New-Segment Case creation", "Open-Active", "system"],
      [3, "MarkAsInactive", "Status", "Open-Active", "Resolved-Inactive", "clerk"],
    ]);
  });

  test("for a sale that it was completed, with the changes of the balance by its entries", async () => {
    const [bought = "", mixed = ""] = await insertSales(sql, [shop.newSale(0, 100), shop.newSale(0, -40)]);
    await postSales(sql, await planSales(sql, [bought]));
    await postSales(sql, await planSales(sql, [mixed]));
    const completed = [2, "Complete", "Status", "Pending-Ready To Process", "Resolved-Completed", "system"];
    expect(await stepsOf(sale, bought)).toEqual([
      created("Pending-Ready To Process"),
      completed,
      [2, "Sale", "Balance.Points", "0", "100", "system"],
    ]);
    expect(await stepsOf(sale, mixed)).toEqual([
      created("Pending-Ready To Process"),
      completed,
      [2, "Return", "Balance.Points", "100", "60", "system"],
    ]);
  });

  test("for a sale that waited what it waited for, and that it continued", async () => {
    const [away, at] = [newMember(), newStore()];
    const [memberKey, storeCode] = [keyOf(away, "ExternalID"), keyOf(at, "StoreCode")];
    const [id = ""] = await insertSales(sql, [newSale({ member: memberKey, store: storeCode, product: shop.product })]);
    const park = () => parkSales(sql, [{ id, memberExternalId: memberKey, storeCode }]);
    const waits = "Pending-Awaiting Reference";
    await park();
    const parked = [2, "Await", "Status", "Pending-Ready To Process", waits, "system"];
    expect(await stepsOf(sale, id)).toEqual([created("Pending-Ready To Process"), parked]);
    expect((await historyOf(sale, id))[1]).toMatchObject({
      CreateDateTime: expect.stringMatching(/Z$/),
      ConfirmationNote: `Awaiting the member and store ${storeCode}.`,
    });
    await insertAll(sql, member, [away]);
    await park();
    await insertAll(sql, store, [at]);
    await postSales(sql, await planSales(sql, [id]));
    const rows = await stepsOf(sale, id);
    expect(rows.slice(0, 4)).toEqual([
      created("Pending-Ready To Process"),
      parked,
      [3, "Await", "Status", waits, waits, "system"],
      [4, "Complete", "Status", waits, "Resolved-Completed", "system"],
    ]);
    const times = (await historyOf(sale, id)).map((row) => row["CreateDateTime"] !== null);
    expect(times.slice(0, 4)).toEqual([true, false, false, true]);
  });

  test("for a redemption that it was completed, with its cost, or rejected, with the reason", async () => {
    const [free, dear] = [
      newReward(undefined, { RewardType: "digital", RewardCost: "5" }),
      newReward(undefined, { RewardCost: "1000000" }),
    ];
    await insertAll(sql, reward, [free, dear]);
    const [buyer = ""] = shop.members;
    const [done = "", refused = ""] = await insertAll(
      sql,
      redemption,
      [free, dear].map((one) => newRedemption(buyer, [{ reward: keyOf(one, "ExternalID") }])),
    );
    await fulfilRedemptions(sql, [done, refused], await redemptionDeps(sql));
    const first = created("Open-Ready To Process");
    expect(await stepsOf(redemption, done)).toEqual([
      first,
      [2, "Complete", "Status", "Open-Ready To Process", "Resolved-Completed", "system"],
      [2, "Redemption", "Balance.Points", "60", "55", "system"],
    ]);
    expect(await stepsOf(redemption, refused)).toEqual([
      first,
      [2, "Reject", "Status", "Open-Ready To Process", "Resolved-Rejected", "system"],
    ]);
    expect((await historyOf(redemption, refused))[1]?.["ConfirmationNote"]).toMatch(
      /^Error_Stock_Insufficient|^Error_Balance_Insufficient/,
    );
  });

  test.each(Object.entries(stagedRecords))(
    "for a %s that an operator discarded that it was discarded, and why",
    async (name, make) => {
      const definition = objects.find((one) => one.class === name) as ObjectDefinition;
      const [id = ""] = await plantDeadLetters(sql, definition, [make(shop)]);
      await discardDeadLetter(sql, definition, id, { author: { actor: "ann" }, reason: "twice sent" });
      const [first, last] = await historyOf(definition, id);
      expect(first).toMatchObject({ ObjectVersion: 1, Action: "Create", To: definition.initial });
      expect(last).toMatchObject({
        ObjectVersion: 2,
        Action: "Discard",
        Field: "Status",
        From: definition.initial,
        ConfirmationNote: expect.stringContaining("twice sent"),
        CreateUser: { "@class": "User", ID: "USR-operator" },
      });
    },
  );
});

test("every class has a history, whose last row is the record's last change, and only its own versions", async () => {
  for (const definition of objects) {
    const { noun, class: name } = definition;
    // Of a class that no other test here changes.
    if (definition.path !== null && !definition.staged) await insertAll(sql, definition, [newOf(definition)]);
    const rows = await sql<{ id: string }[]>`select id from ${sql(noun)} order by id limit 20`;
    expect([name, rows.length > 0]).toEqual([name, true]);
    for (const { id } of rows) {
      const [record, shown] = [await rowOf(definition, id), await historyOf(definition, id)];
      const versions = new Set(shown.map((row) => Number(row["ObjectVersion"])));
      expect([...versions]).toEqual(times(Number(record?.["version"]), (index) => index + 1));
      const [last] = shown.filter((row) => row["ObjectVersion"] === record?.["version"]);
      expect(last).toMatchObject({
        Object: { "@class": name, ID: publicId(name, id) },
        CreateUserID: record?.["update_user_id"],
        CreateDateTime: record?.["update_date_time"].toISOString(),
        ConfirmationNote: record?.["confirmation_note"],
      });
      expect(shown.filter((row) => row["Field"] === "Status").at(-1)?.["To"]).toBe(record?.["status"]);
      expect(new Set(shown.map(({ ID }) => ID)).size).toBe(shown.length);
      expect(shown).toEqual(shown.toSorted((a, b) => (String(a.ID) < String(b.ID) ? -1 : 1)));
    }
  }
});

test("an ID of another class and an unknown ID have no history", async () => {
  const id = await createTarget(sql, store);
  expect(await historyOf(member, id)).toEqual([]);
  expect(await historyOf({ class: "LedgerEntryCase" }, id)).toEqual([]);
  expect(await historyOf(store, newId())).toEqual([]);
});

test("refused calls leave no history", async () => {
  const [id = ""] = await insertAll(sql, reward, [newReward(undefined, { RewardType: "digital" })]);
  const before = await stepsOf(reward, id);
  await expect(act(reward, "AddRewardStock", id, { RewardQuantity: 1 })).rejects.toMatchObject({
    code: "Error_Stock_NotCounted",
  });
  expect(await stepsOf(reward, id)).toEqual(before);
});

test.each([
  "update history set user_id = 'nobody'",
  "delete from history",
  "truncate history",
  "update history set at = at where false",
])("the database refuses %s", async (statement) => {
  await expect(sql.unsafe(statement)).rejects.toMatchObject({
    code: "23000",
    message: "entries of history are never changed",
  });
});

test("processing a sale or a redemption writes no history", async () => {
  const rows =
    await sql`select from history h where exists (select from sale where id = h.record_id) or exists (select from redemption where id = h.record_id)`;
  expect(rows).toHaveLength(0);
  const recorder = database.openRecorder();
  const ids = await insertSales(
    sql,
    times(3, (index) => shop.newSale(index)),
  );
  const plans = await planSales(sql, ids);
  const sent = await recorder.record(() => postSales(recorder.sql, plans));
  expect(sent.filter((text) => text.includes("history"))).toEqual([]);
});

test("a batch of expiring vouchers writes its history in one statement", async () => {
  const ids = await mintItems(sql, 25);
  await expireByHand(sql, ids);
  const recorder = database.openRecorder();
  const sent = await recorder.record(() => expireItems(recorder.sql));
  expect(sent.filter((text) => text.includes("insert into history"))).toHaveLength(1);
  const [row] = await sql<
    { count: number }[]
  >`select count(*)::int from history where record_id = any(${ids}::uuid[]) and action = 'Expire'`;
  expect(row?.count).toBe(25);
});

test("after all of this the books add up", async () => expect(await verifyBooks(sql)).toEqual([]));
